// Package community groups and ranks the nodes of a graph, keeps that beside
// it, and tells what couples the groups.
//
// The algorithms are graph/cluster's; when they are run is said by ingest.
package community
