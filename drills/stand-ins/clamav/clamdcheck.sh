#!/bin/sh
[ "$(echo PING | nc -N localhost 3310)" = PONG ]
