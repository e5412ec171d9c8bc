package main

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/structural-memory/smp"
)

// The parts of SARIF 2.1.0 that a report needs.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool      `json:"tool"`
		Results    []sarifResult  `json:"results"`
		Properties map[string]any `json:"properties"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID            string       `json:"id"`
		Short         sarifMessage `json:"shortDescription"`
		Help          sarifMessage `json:"help"`
		Configuration sarifLevel   `json:"defaultConfiguration"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Prints    sarifPrints     `json:"partialFingerprints"`
	}
	sarifPrints struct {
		Finding string `json:"smpFinding/v1"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
)

// gateSARIF is the report for a code host.
func gateSARIF(res *smp.GateResult) ([]byte, error) {
	driver := sarifDriver{Name: "smp", Version: versionOf().Version, Rules: []sarifRule{}}
	index := map[string]int{}
	for i, r := range smp.GateRules {
		index[r.ID] = i
		driver.Rules = append(driver.Rules, sarifRule{r.ID, sarifMessage{r.Text}, sarifMessage{r.Help}, sarifLevel{r.Level}})
	}
	run := sarifRun{Tool: sarifTool{driver}, Results: []sarifResult{}, Properties: map[string]any{
		"base": res.Base, "head": res.Head, "verdict": res.Verdict, "redAlert": res.RedAlert, "more": res.More,
	}}
	for _, f := range res.Findings {
		run.Results = append(run.Results, sarifResult{f.Rule, index[f.Rule], f.Level, sarifMessage{f.Message}, sarifPlaces(f),
			sarifPrints{strings.Join([]string{f.Rule, f.File, f.NodeID}, " ")}})
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
	return b.Bytes(), err
}

// sarifPlaces are where a finding is: a region of a file, its first line where
// all of the file is meant; none where it is about the whole change.
func sarifPlaces(f smp.GateFinding) []sarifLocation {
	if f.File == "" {
		return []sarifLocation{}
	}
	at := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{URI: pathURI(f.File), Base: "%SRCROOT%"}, Region: &sarifRegion{max(f.Line, 1)}}}
	if f.NodeID != "" {
		at.Logical = []sarifLogical{{f.NodeID}}
	}
	return []sarifLocation{at}
}

// pathURI is a path below the root as a relative reference.
func pathURI(path string) string {
	return strings.TrimPrefix((&url.URL{Path: path}).String(), "./")
}
