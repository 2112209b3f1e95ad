"""The server that introduces two players by a room code and then steps aside."""
