# SPDX-License-Identifier: Apache-2.0
"""A Slurm of its own on this machine, for tests: munged, slurmctld and one slurmd a node, on the loopback interface,
with configuration, keys, sockets and state in a temporary folder. Ends only the processes that it started."""
import ctypes
import getpass
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "sinfo")
LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1
CONFIGURATION = """ClusterName=bireach
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={controller_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=1,sched_min_interval=100000
SlurmdParameters=config_overrides
SlurmdTimeout={node_timeout}
SlurmctldTimeout=30
MessageTimeout=10
KillWait=2
ReturnToService=2
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmdPidFile={folder}/spool/%n.pid
SlurmctldPidFile={folder}/state/slurmctld.pid
SlurmdLogFile={folder}/log/%n.log
SlurmctldLogFile={folder}/log/slurmctld.log
{nodes}
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing_programs():
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    return [name for name in PROGRAMS if shutil.which(name, path=path) is None]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def end_with_the_test():
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class OneMachineSlurm:
    """with OneMachineSlurm(folder, nodes=3) as slurm: subprocess.run(["sbatch", …], env=slurm.environment)"""

    def __init__(self, folder, nodes=3, cpus=1, memory_mib=8000, node_timeout=15):
        self.folder = Path(folder)
        self.names = [f"n{number}" for number in range(1, nodes + 1)]
        self.processes = {}
        for name in ("munge", "state", "spool", "log"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "munge").chmod(0o755)
        ports = free_ports(nodes + 1)
        lines = [f"NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs={cpus} RealMemory={memory_mib}"
                 for name, port in zip(self.names, ports[1:])]
        self.configuration = self.folder / "slurm.conf"
        self.configuration.write_text(CONFIGURATION.format(folder=self.folder, controller_port=ports[0], nodes="\n".join(lines),
                                                           user=getpass.getuser(), node_timeout=node_timeout))
        self.environment = dict(os.environ, SLURM_CONF=str(self.configuration),
                                PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")

    def __enter__(self):
        try:
            key = self.folder / "munge.key"
            key.write_bytes(os.urandom(128))
            key.chmod(0o400)
            munge = self.folder / "munge"
            self.start("munged", ["munged", "--foreground", "--force", f"--key-file={key}", f"--socket={munge}/socket",
                                  f"--pid-file={munge}/pid", f"--log-file={munge}/log", f"--seed-file={munge}/seed"])
            self.wait_for(lambda: (munge / "socket").exists(), "munged")
            self.start("slurmctld", ["slurmctld", "-D", "-c", "-f", str(self.configuration)])
            for name in self.names:
                self.start_node(name)
            self.wait_for(lambda: self.states().count("idle") == len(self.names), "the nodes")
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, name, line):
        with open(self.folder / "log" / f"{name}.out", "ab") as log:
            self.processes[name] = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                                    env=self.environment, start_new_session=True,
                                                    preexec_fn=end_with_the_test)

    def start_node(self, name):
        (self.folder / "spool" / name).mkdir(exist_ok=True)
        self.start(name, ["slurmd", "-D", "-f", str(self.configuration), "-N", name])

    def ask(self, *line):
        return subprocess.run(line, env=self.environment, capture_output=True, text=True, timeout=60, check=False).stdout

    def states(self):
        return self.ask("sinfo", "--noheader", "--Node", "--format=%t").split()

    def wait_for(self, condition, what, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            dead = [name for name, process in self.processes.items() if process.poll() is not None]
            if dead or time.monotonic() > end:
                logs = "\n".join(path.read_text(errors="replace")[-1500:] for path in (self.folder / "log").glob("*"))
                raise RuntimeError(f"{what} did not start ({', '.join(dead)} ended)\n{logs}")
            time.sleep(0.2)

    def processes_of_node(self, name):
        """Ids of the jobs' processes on a node and of the slurmstepd above them, all of them ours: the node's name and
        this Slurm's configuration stand in their environment."""
        marks = (f"SLURMD_NODENAME={name}".encode(), f"SLURM_CONF={self.configuration}".encode())
        found = set()
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                environment = (entry / "environ").read_bytes().split(b"\0")
                if all(mark in environment for mark in marks):
                    found.add(int(entry.name))
                    parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                    if (Path("/proc") / str(parent) / "comm").read_text().startswith("slurmstepd"):
                        found.add(parent)
            except (OSError, ValueError, IndexError):
                continue
        return found

    def kill_node(self, name):
        """As if its power failed: the daemon, then all that runs there. Returns the number of processes."""
        self.processes[name].kill()
        self.processes[name].wait()
        del self.processes[name]
        killed = 0
        for _ in range(3):  # what started meanwhile
            for process in self.processes_of_node(name):
                try:
                    os.kill(process, signal.SIGKILL)
                    killed += 1
                except ProcessLookupError:
                    pass
            time.sleep(0.1)
        return killed

    def __exit__(self, *_):
        for name in self.names:
            for process in self.processes_of_node(name):
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        for name in [*self.names, "slurmctld", "munged"]:
            process = self.processes.pop(name, None)
            if process is None:
                continue
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
