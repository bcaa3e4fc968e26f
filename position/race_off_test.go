//go:build !race

package position

// raceDetector tells that the slow build of the race detector runs.
const raceDetector = false
