import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isHashed, publicPaths, readSiteFile, type SiteFile } from './files.ts'

/** Days for which a replaced release's files are kept for tabs that loaded it. */
const keptDays = 14
/** A release is about four megabytes. */
const mostKept = 10

const currentFile = 'current'
const folderName = /^[\da-f]{10}$/

interface Kept {
  /** A file of an earlier release, such as `/assets/main-4f2a.js`. */
  file: (path: string) => Promise<SiteFile | undefined>
}

interface Keeping {
  siteFolder: string
  release: string
  /** The folder of kept releases, beside the data, because a build or an image replaces the site's folder. */
  folder: string
  now: Date
}

/**
 * Saves the hashed files of this release for the time after its replacement, and deletes those of old releases. Throws
 * if the folder cannot be written.
 */
export async function keepRelease({ siteFolder, release, folder, now }: Keeping): Promise<Kept> {
  await mkdir(folder, { recursive: true })
  const last = await readFile(join(folder, currentFile), 'utf8').catch(() => null)
  if (last !== release) {
    // The last release is now replaced; the time of its folder records that.
    if (last !== null && folderName.test(last)) await utimes(join(folder, last), now, now).catch(() => {})
    await copyHashed(siteFolder, join(folder, release))
    await writeFile(join(folder, currentFile), release)
  }
  const earlier = (await byAge(folder)).filter(({ name }) => name !== release)
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

/** Copies completely or not at all, even if the process ends in between. */
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

/** The kept releases, the most recently replaced first. */
async function byAge(folder: string): Promise<{ name: string; since: number }[]> {
  const names = (await readdir(folder)).filter((name) => folderName.test(name))
  const aged = await Promise.all(
    names.map(async (name) => ({ name, since: (await stat(join(folder, name))).mtimeMs })),
  )
  return aged.sort((a, b) => b.since - a.since)
}
