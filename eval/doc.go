// Package eval judges a position without searching it.
//
// Evaluator.Evaluate gives centipawns from the side to move's view, never
// beyond Limit. The judgement is a neural network's (package nnue); only a king
// alone against mating material has a small rule of its own (loneking.go),
// because there the way to win matters and not who wins.
//
// The search calls Evaluator.Push and Evaluator.Pop with its moves, so that
// the network's first layer is kept up move by move.
package eval
