"""A worker process: ``python -m pitboss.house.workers LANE`` reads jobs and writes results, until the house closes."""

import ctypes
import logging
import os
import resource
import signal
import sys
import traceback
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from pitboss import extras
from pitboss.house.workers.request import HEAD, LANES, Refusing, WorkerJob, WorkerResult, frame
from pitboss.house.workers.requests import AnyRequest
from pitboss.procedure import Refused

PR_SET_PDEATHSIG = 1
MEMORY_BYTES = 4 << 30  # of address space: the largest game takes an eighth of it
_job = msgspec.msgpack.Decoder(WorkerJob).decode
_request = msgspec.msgpack.Decoder(AnyRequest).decode


def carry_out(job: WorkerJob) -> Iterator[WorkerResult]:
    """Every result of a job, and its end."""
    try:
        for answer in _request(job.request).work():
            yield WorkerResult(job.id, msgspec.msgpack.encode(answer))
        yield WorkerResult(job.id, last=True)
    except Refused as refused:
        yield WorkerResult(job.id, refused=Refusing(refused.sentence, refused.why, refused.cite), last=True)
    except ModuleNotFoundError as error:
        words = extras.missed(error)
        missed = Refusing(words) if words else None
        yield WorkerResult(job.id, refused=missed, failed="" if words else traceback.format_exc(), last=True)
    except MemoryError:
        yield WorkerResult(job.id, failed=traceback.format_exc(), last=True)
        raise SystemExit(1) from None  # what it still holds is nobody's
    except Exception:  # one request must not affect the others
        yield WorkerResult(job.id, failed=traceback.format_exc(), last=True)


def jobs(source: BinaryIO, house: int) -> Iterator[WorkerJob]:
    """What the house asks, as long as it is there."""
    while os.getppid() == house and len(head := source.read(HEAD)) == HEAD:
        yield _job(source.read(int.from_bytes(head, "big")))


def main(lane: str) -> None:
    house, results = os.getppid(), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no result
    if sys.platform == "linux":  # elsewhere it ends with what it does
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # nobody waits for it when the house was killed
    os.nice(LANES[lane].niceness)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for job in jobs(sys.stdin.buffer, house):
        for result in carry_out(job):
            try:
                results.write(frame(result))
                results.flush()
            except BrokenPipeError:  # the house has closed
                return


if __name__ == "__main__":
    logging.basicConfig()
    main(sys.argv[1])
