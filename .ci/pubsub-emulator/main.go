// Serves Google's own fake of Pub/Sub (pstest) on the port that its only argument says, until it is told to end.
package main

import (
	"log"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"cloud.google.com/go/pubsub/pstest"
)

func main() {
	port, err := strconv.Atoi(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, os.Interrupt)
	server := pstest.NewServerWithPort(port)
	defer server.Close()
	<-ended
}
