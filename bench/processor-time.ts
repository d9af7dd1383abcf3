import { readdirSync, readFileSync } from 'node:fs'

/** The unit of Linux's CPU times: a hundredth of a second, on every machine. */
const tick = 0.01

/** CPU seconds of a process and of its children, running or ended. */
export function processorSeconds(pid: number): number {
  const [parent, ended] = timesOf(pid)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter(([, , startedBy]) => startedBy === pid)
    .reduce((sum, [own, children]) => sum + own + children, parent + ended)
}

/** CPU seconds of its own and of its ended children, and its parent. */
function timesOf(pid: number): [own: number, children: number, startedBy: number] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Its name is in brackets and may contain anything.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [startedBy = 0] = fields.slice(1)
    const [user = 0, system = 0, usersOfChildren = 0, systemOfChildren = 0] = fields.slice(11)
    return [(user + system) * tick, (usersOfChildren + systemOfChildren) * tick, startedBy]
  } catch {
    // The process has ended meanwhile.
    return [0, 0, 0]
  }
}
