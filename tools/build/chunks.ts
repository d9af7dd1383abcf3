import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest, ManifestChunk } from 'vite'
import { criticalStyle } from './critical-style.ts'

const entry = 'src/site/app/main.tsx'
const bootEntry = 'src/site/app/boot.ts'
const lastWordsEntry = 'src/site/app/last-words.ts'
const dialogsEntry = 'src/site/features/booking/booking-dialog.tsx'
const plainEntry = 'src/site/app/plain-styles.ts'

/** The built files of one view. */
interface ScreenFiles {
  /** The whole style of this HTML, and nothing else. */
  style: (html: string) => string
  /** The files that the inline style is made of, which the program need not request. */
  styleFiles: string[]
  /** The scripts that start the view. */
  scripts: string[]
  /** The whole of the styles that this HTML has only in part; it is fetched after the first paint. */
  lateStyle: string
}

const isOfScreen = (key: string) => key.startsWith('src/site/screens/')

/** The inline script: wrapped in a function, so that it adds no name to the page. */
export function bootScript(compiled: string, files: readonly string[]): string {
  const code = compiled.replace('__FILES__', JSON.stringify(files)).replace(/export\s*\{\s*\};?/, '')
  return `(()=>{${code.trim()}})()`
}

/** Reads Vite's manifest: which styles and scripts each view needs for its first paint and its start. */
export async function readChunks(siteDir: string) {
  const manifestOf = async (name: string) =>
    JSON.parse(await readFile(join(siteDir, '.vite', name), 'utf8')) as Manifest
  const manifest = { ...(await manifestOf('manifest.json')), ...(await manifestOf('last-words.json')) }
  const plain = await manifestOf('plain.json')
  const read = (file: string) => readFileSync(join(siteDir, file), 'utf8')
  const chunk = (key: string, among: Manifest = manifest): ManifestChunk => {
    const found = among[key]
    if (!found) throw new Error(`the build has no ${key}`)
    return found
  }

  /** A chunk with everything it imports at once, each once, dependencies first. */
  const withImports = (key: string, among = manifest, seen = new Set<string>()): ManifestChunk[] => {
    if (seen.has(key)) return []
    seen.add(key)
    const own = chunk(key, among)
    return [...(own.imports ?? []).flatMap((imported) => withImports(imported, among, seen)), own]
  }
  const stylesOf = (chunks: ManifestChunk[]) => [...new Set(chunks.flatMap((one) => one.css ?? []))]
  const styleOf = (files: string[]) => files.map((file) => read(file).trim()).join('')

  const served = [
    ...new Set(
      Object.entries(manifest)
        .sort(([one], [other]) => Number(isOfScreen(other)) - Number(isOfScreen(one)))
        .flatMap(([, one]) => [one.file, ...(one.css ?? []), ...(one.assets ?? [])]),
    ),
  ].filter((file) => /\.(js|css|svg)$/.test(file))

  const bootCode = read(chunk(bootEntry).file)

  return {
    /** Identifies everything that a page can request: every file name contains a hash of the file's content. */
    release: createHash('sha256')
      .update(
        Object.values(manifest)
          .map((one) => [one.file, ...(one.css ?? [])].join())
          .sort()
          .join(),
      )
      .digest('hex')
      .slice(0, 10),
    screen(view: string): ScreenFiles {
      const key = `src/site/screens/${view}/${view}.tsx`
      const chunks = withImports(entry).concat(withImports(key))
      // The parts that hydrate later are in the HTML from the beginning, and so are the dialogs' openers.
      const later = [dialogsEntry, ...(chunk(key).dynamicImports ?? [])].flatMap((name) => withImports(name))
      const scripts = [chunk(entry).file, chunk(lastWordsEntry).file, ...chunks.map((one) => one.file)]
      const styleFiles = stylesOf([...chunks, ...later])
      const own = chunk(key).css ?? []
      const shared = styleFiles.filter((file) => !own.includes(file))
      return {
        style: (html) => criticalStyle(styleOf(shared), html) + styleOf(own),
        styleFiles,
        scripts: [...new Set(scripts)],
        lateStyle: styleOf(shared),
      }
    },
    boot: (files: string[]) =>
      bootScript(
        bootCode,
        files.map((file) => `/${file}`),
      ),
    /** The style of a page without a program, which the server fills in: everything that any such page shows. */
    plainStyle(html: string | null): string {
      const style = styleOf(stylesOf(withImports(plainEntry, plain)))
      return html === null ? style : criticalStyle(style, html)
    },
    /** What a page fetches once it rests: every file of the program, those of the views first. */
    ahead: served.filter((file) => file !== chunk(bootEntry).file),
    /** Every file that is worth compressing. */
    served,
  }
}
