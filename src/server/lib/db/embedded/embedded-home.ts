import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readlinkSync, renameSync, rmSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sharedFolder } from './embedded-binaries.ts'
import { runningPostgres } from './embedded-process.ts'

/**
 * Earlier releases put the data of a closed folder under `sharedFolder` and left a link. A copy of DATA_DIR does not
 * contain such data, so the first start that finds no server running on them moves them back.
 *
 * The link is removed once the data lie complete beside it, under a name that the next start knows; so an interruption
 * leaves one or the other.
 */
export function bringHome(folder: string, log: (message: string) => void): void {
  if (process.getuid?.() !== 0) return
  const data = join(folder, 'postgres')
  const beside = `${data}.moving`
  const away = linkedShelter(data)
  if (away && existsSync(away) && !existsSync(beside)) {
    if (runningPostgres(away) !== undefined) return
    const fault = move(away, beside)
    if (fault) {
      log(
        `the database still lies in ${away}, which no copy of ${folder} holds: it cannot be moved (${fault})`,
      )
      return
    }
  }
  if (!existsSync(beside) || (!away && lstatSync(data, { throwIfNoEntry: false }))) return
  unlessDone(() => unlinkSync(data))
  unlessDone(() => renameSync(beside, data))
  if (!away) return
  rmSync(dirname(away), { recursive: true, force: true })
  log(`the database moved from ${away} to ${data}`)
}

/** The target of a link that we made; operators may have links of their own. */
function linkedShelter(data: string): string | undefined {
  if (!lstatSync(data, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined
  const target = readlinkSync(data)
  const [, name] = /^(.*)\/[0-9a-f]{12}\/postgres$/.exec(target) ?? []
  return name === sharedFolder ? target : undefined
}

/** Returns what went wrong. */
function move(from: string, to: string): string | undefined {
  try {
    renameSync(from, to)
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && existsSync(to)) return undefined
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') return (error as Error).message
  }
  // Another disk needs a copy, flushed before the original is removed. An interruption leaves a draft.
  const draft = mkdtempSync(`${join(dirname(to), 'postgres')}.draft-${process.pid}-`)
  const { status, stderr } = spawnSync('/bin/sh', ['-c', 'cp -a "$1/." "$2" && sync', 'sh', from, draft], {
    encoding: 'utf8',
  })
  if (status === 0) {
    renameSync(draft, to)
    return undefined
  }
  rmSync(draft, { recursive: true, force: true })
  return stderr.trim()
}

/** Ignores the errors when another server that starts at this moment was faster. */
function unlessDone(step: () => void): void {
  try {
    step()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOENT', 'EISDIR', 'EPERM'].includes(code)) throw error
  }
}
