import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isHashed, publicPaths, readSiteFile, type SiteFile } from './files.ts'

/** The number of days for which files from a replaced release are kept for tabs that still run that release. */
const keptDays = 14
/** The maximum number of releases to keep; each is about four megabytes. */
const mostKept = 10

const currentFile = 'current'
const folderName = /^[\da-f]{10}$/

interface KeptFiles {
  /** A file from an earlier release, such as `/assets/main-4f2a.js`. */
  file: (path: string) => Promise<SiteFile | undefined>
}

interface KeepOptions {
  siteFolder: string
  release: string
  /**
   * The folder for files from earlier releases. The folder is inside the data folder, because an update replaces the
   * site's folder.
   */
  folder: string
  now: Date
}

/**
 * Saves this release's hashed files, which are needed after a newer release replaces this one, and deletes files from
 * old releases. Throws if the folder cannot be written to.
 */
export async function keepRelease({ siteFolder, release, folder, now }: KeepOptions): Promise<KeptFiles> {
  await mkdir(folder, { recursive: true })
  const last = await readFile(join(folder, currentFile), 'utf8').catch(() => null)
  if (last !== release) {
    // The previous release was just replaced, and its folder's modification time records that moment.
    if (last !== null && folderName.test(last)) await utimes(join(folder, last), now, now).catch(() => {})
    await copyHashed(siteFolder, join(folder, release))
    await writeFile(join(folder, currentFile), release)
  }
  const earlier = (await listByAge(folder)).filter(({ name }) => name !== release)
  const tooOld = now.getTime() - keptDays * 24 * 3_600_000
  const [kept, gone] = [earlier.filter(isKept), earlier.filter((one, place) => !isKept(one, place))]
  function isKept({ since }: { since: number }, place: number) {
    return since > tooOld && place < mostKept
  }
  await Promise.all(gone.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })))

  const places = new Map<string, string>()
  for (const { name } of kept) {
    for (const path of await publicPaths(join(folder, name))) {
      if (!places.has(`/${path}`)) places.set(`/${path}`, join(folder, name))
    }
  }
  return {
    file: async (path) => {
      const place = places.get(path)
      return place === undefined ? undefined : readSiteFile(place, path.slice(1), (text) => text)
    },
  }
}

/** Copies either all files or none, even if the process ends during the copy. */
async function copyHashed(from: string, to: string): Promise<void> {
  const unfinished = `${to}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  for (const path of (await publicPaths(from)).filter(isHashed)) {
    await mkdir(dirname(join(unfinished, path)), { recursive: true })
    for (const twin of [path, `${path}.br`, `${path}.gz`]) {
      await cp(join(from, twin), join(unfinished, twin)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' || twin === path) throw error
      })
    }
  }
  await rm(to, { recursive: true, force: true })
  await rename(unfinished, to)
}

/** The saved releases, most recently replaced first. */
async function listByAge(folder: string): Promise<{ name: string; since: number }[]> {
  const names = (await readdir(folder)).filter((name) => folderName.test(name))
  const aged = await Promise.all(names.map(async (name) => ({ name, since: (await stat(join(folder, name))).mtimeMs })))
  return aged.sort((a, b) => b.since - a.since)
}
