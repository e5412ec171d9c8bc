package cluster

// Modularity says how good a division of an undirected graph is: the share of
// the weight that is inside communities, less what would be by chance at the
// same degrees, times the resolution. It is between -0.5 and 1; 0 for a graph
// without edges.
//
// scores says the same of each community: the share of its edge ends that
// meet an end of the same community, less the share that would by chance. A
// community that keeps to itself comes near 1. Modularity is the mean of the
// scores, each weighted with the community's share of all edge ends: with 183
// edges inside, 12 out, and 1,000 in all, the score is 366/378 - 378/2000 =
// 0.78, and 0.78 x 378/2000 of it is in the modularity.
func Modularity(g *CSR, part []int32, count int, resolution float64) (q float64, scores []float64) {
	inside, ends := make([]float64, count), make([]float64, count)
	total := 0.0
	for v := range g.Len() {
		c := part[v]
		for i := g.off[v]; i < g.off[v+1]; i++ {
			ends[c] += g.w[i]
			if part[g.to[i]] == c {
				inside[c] += g.w[i]
			}
		}
	}
	for _, e := range ends {
		total += e
	}
	scores = make([]float64, count)
	for c := range scores {
		if ends[c] == 0 {
			continue
		}
		share := ends[c] / total
		scores[c] = inside[c]/ends[c] - float64(resolution*share)
		q += float64(scores[c] * share)
	}
	return q, scores
}
