import { readdirSync, readFileSync } from 'node:fs'

/** What Linux counts in: a hundredth of a second, on every machine. */
const tick = 0.01

/** Seconds that a process has worked, with those that it started, whether or not they have ended. */
export function processorSeconds(pid: number): number {
  const [parent, ended] = timesOf(pid)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter(([, , startedBy]) => startedBy === pid)
    .reduce((sum, [own, children]) => sum + own + children, parent + ended)
}

/** Seconds of its own, of its children that have ended, and who started it. */
function timesOf(pid: number): [own: number, children: number, startedBy: number] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Its name, which may hold anything, is in brackets.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [startedBy = 0] = fields.slice(1)
    const [user = 0, system = 0, usersOfChildren = 0, systemOfChildren = 0] = fields.slice(11)
    return [(user + system) * tick, (usersOfChildren + systemOfChildren) * tick, startedBy]
  } catch {
    // It has ended meanwhile.
    return [0, 0, 0]
  }
}
