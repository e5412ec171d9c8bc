package train

// Options say how to train. The defaults are what won the trials.
type Options struct {
	Name     string
	Dim      int
	Words    int  // size of the vocabulary
	MinCount int  // of a word in all examples
	Stems    bool // words are stems

	Seed        uint64
	Epochs      int
	Batch       int     // pairs in a step
	Chunk       int     // of them from one repository in a row
	Near        float64 // share of the pairs that stay with their neighbours in the files
	Rate        float64
	Temperature float64 // what a cosine is multiplied with
	Backwards   float64 // weight of symbol → question
	Pairs       int     // at most that many per repository, 0 for all

	FreeFields  bool    // the fields' weights are learned too
	TwoTables   bool    // questions have vectors of their own
	TwoScales   bool    // questions have a weight per word of their own
	DocDropout  float64 // how often the rest of the docstring is hidden
	MaxBody     int     // words of the body that count
	WeightDecay float64
}

// Defaults are the options that the table is made with.
func Defaults() Options {
	return Options{
		Name: "smp-words-1", Dim: 256, Words: 10160, MinCount: 8, Stems: true,
		Seed: 1, Epochs: 6, Batch: 512, Chunk: 256, Rate: 0.01, Temperature: 14, Backwards: 0.4,
		FreeFields: true, DocDropout: 0.7, MaxBody: 220,
	}
}
