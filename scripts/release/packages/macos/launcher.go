// Safelight.app/Contents/MacOS/Safelight: becomes Safelight's own Node. A program and no script, as Apple silicon would
// ask for Rosetta before it ran a script.
package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

func main() {
	self, err := os.Executable()
	if err == nil {
		// Homebrew has a link to it among the commands.
		self, err = filepath.EvalSymlinks(self)
	}
	if err != nil {
		giveUp(err)
	}
	program := filepath.Join(filepath.Dir(self), "..", "Resources", "app")
	node := filepath.Join(program, "node")
	args := []string{node, filepath.Join(program, "dist", "main.js")}
	for _, word := range os.Args[1:] {
		// The Finder's number for the process.
		if !strings.HasPrefix(word, "-psn_") {
			args = append(args, word)
		}
	}
	giveUp(syscall.Exec(node, args, os.Environ()))
}

func giveUp(err error) {
	os.Stderr.WriteString("Safelight cannot start: " + err.Error() + "\n")
	os.Exit(1)
}
