import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningServer } from '../tools/testing/run-server.ts'

/** A process to kill, and how it is restored; the server restarts its own database. */
export type Victim = (server: RunningServer, dataDir: string) => Promise<void>

export const victims: Readonly<Record<string, Victim>> = {
  async node(server) {
    await server.kill()
    await server.start()
  },
  async postmaster(_server, dataDir) {
    process.kill(postmasterOf(dataDir), 'SIGKILL')
  },
  async backend(_server, dataDir) {
    const [backend] = backendsOf(postmasterOf(dataDir))
    if (backend) process.kill(backend, 'SIGKILL')
  },
  async both(server, dataDir) {
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await server.kill()
    await server.start()
  },
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

/** The backend processes of PostgreSQL, in no order. */
function backendsOf(postmaster: number): number[] {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(postmaster)])
    .toString()
    .split('\n')
  const serving = lines.filter((line) => / \[local\] | \d+\.\d+\.\d+\.\d+\(\d+\) /.test(`${line} `))
  return serving.map((line) => Number.parseInt(line, 10)).sort(() => Math.random() - 0.5)
}
