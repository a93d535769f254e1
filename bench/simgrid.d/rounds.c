/*
 * Sends the messages of a schedule in GOAL, stage by stage, and prints the seconds until the last rank is done.
 *
 * A schedule has one part for each rank, "rank 3 {" to "}", with lines such as "l7: send 1024b to 5 tag 2" and
 * "l8: recv 1024b from 4 tag 2". The tag is the stage. A rank posts the receives of a stage, starts its sends, and waits for all of them
 * before it goes on with the next stage. Usage: rounds FILE, under smpirun.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message { int sends, peer, stage; long bytes; };

static void fail(const char *what) {
  fprintf(stderr, "rounds: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Reads the messages of one rank, in the order of stages. Returns their number. */
static int read_messages(const char *path, int rank, struct message **messages) {
  FILE *file = fopen(path, "r");
  if (!file)
    fail("cannot read the schedule");
  char line[256], word[8], direction[8];
  int count = 0, capacity = 64, of, mine = 0;
  *messages = malloc(capacity * sizeof **messages);
  while (fgets(line, sizeof line, file)) {
    struct message m;
    if (sscanf(line, "rank %d {", &of) == 1) {
      mine = of == rank;
    } else if (mine && sscanf(line, "l%*d: %7s %ldb %7s %d tag %d", word, &m.bytes, direction, &m.peer, &m.stage) == 5) {
      m.sends = strcmp(word, "send") == 0;
      if (count == capacity)
        *messages = realloc(*messages, (capacity *= 2) * sizeof **messages);
      (*messages)[count++] = m;
    }
  }
  fclose(file);
  return count;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 2)
    fail("give one file");
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct message *messages;
  int count = read_messages(argv[1], rank, &messages);
  long longest = 1;
  for (int i = 0; i < count; i++)
    longest = messages[i].bytes > longest ? messages[i].bytes : longest;
  /* nobody looks at the bytes: all ranks share one buffer */
  char *buffer = SMPI_SHARED_MALLOC(longest);
  MPI_Request *requests = malloc((count + 1) * sizeof *requests);
  double begin = MPI_Wtime();
  for (int first = 0, next = 0; first < count; first = next) {
    int waiting = 0;
    while (next < count && messages[next].stage == messages[first].stage)
      next++;
    for (int i = first; i < next; i++)
      if (!messages[i].sends)
        MPI_Irecv(buffer, (int) messages[i].bytes, MPI_CHAR, messages[i].peer, messages[i].stage, MPI_COMM_WORLD, &requests[waiting++]);
    for (int i = first; i < next; i++)
      if (messages[i].sends)
        MPI_Isend(buffer, (int) messages[i].bytes, MPI_CHAR, messages[i].peer, messages[i].stage, MPI_COMM_WORLD, &requests[waiting++]);
    MPI_Waitall(waiting, requests, MPI_STATUSES_IGNORE);
  }
  double seconds = MPI_Wtime() - begin, last;
  MPI_Reduce(&seconds, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("seconds %.17g\n", last);
  MPI_Finalize();
  return 0;
}
