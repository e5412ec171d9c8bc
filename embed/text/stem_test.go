package text

import (
	"strings"
	"testing"
)

// The examples of Porter's paper, rule by rule.
const porter = `caresses caress
ponies poni
ties ti
caress caress
cats cat
feed feed
agreed agre
plastered plaster
bled bled
motoring motor
sing sing
conflated conflat
troubled troubl
sized size
hopping hop
tanned tan
falling fall
hissing hiss
fizzed fizz
failing fail
filing file
happy happi
sky sky
relational relat
conditional condit
rational ration
valenci valenc
hesitanci hesit
digitizer digit
conformabli conform
radicalli radic
differentli differ
vileli vile
analogousli analog
vietnamization vietnam
predication predic
operator oper
feudalism feudal
decisiveness decis
hopefulness hope
callousness callous
formaliti formal
sensitiviti sensit
sensibiliti sensibl
triplicate triplic
formative form
formalize formal
electriciti electr
electrical electr
hopeful hope
goodness good
revival reviv
allowance allow
inference infer
airliner airlin
gyroscopic gyroscop
adjustable adjust
defensible defens
irritant irrit
replacement replac
adjustment adjust
dependent depend
adoption adopt
homologou homolog
communism commun
activate activ
angulariti angular
homologous homolog
effective effect
bowdlerize bowdler
probate probat
rate rate
cease ceas
controll control
roll roll
generalizations gener
oscillators oscil
parsing pars
parsed pars
parser parser
encoding encod
is is
utf8s utf8s
größen größen
aed a
ies i
yes ye
eed eed
ing ing
sses ss`

func TestStem(t *testing.T) {
	for line := range strings.Lines(porter) {
		w, want, _ := strings.Cut(strings.TrimSpace(line), " ")
		if got := string(Stem([]byte(w))); got != want {
			t.Errorf("%s: %s, want %s", w, got, want)
		}
	}
}

func FuzzStem(f *testing.F) {
	f.Add("generalizations")
	f.Fuzz(func(t *testing.T, w string) {
		if s := Stem([]byte(w)); len(s) > len(w) || len(s) == 0 && w != "" {
			t.Errorf("%q becomes %q", w, s)
		}
	})
}

func TestTerms(t *testing.T) {
	terms := NewTerms()
	id := func(w string) int32 { return terms.ID([]byte(w)) }
	if id("parsing") != 0 || id("requests") != 1 || id("parsed") != 0 || id("request") != 1 {
		t.Error("words of one stem have different numbers")
	}
	if id("the") != -1 || terms.Find([]byte("the")) != -1 {
		t.Error("a stop word has a number")
	}
	if terms.Find([]byte("parses")) != 0 || terms.Find([]byte("unknown")) != -1 || terms.Len() != 2 {
		t.Error("Find does not find, or adds")
	}
	if terms.Stem(1) != "request" {
		t.Errorf("stem %q", terms.Stem(1))
	}
}
