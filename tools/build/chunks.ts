import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Selector, transform } from 'lightningcss'
import type { Manifest, ManifestChunk } from 'vite'

const entry = 'src/site/app/main.tsx'
const bootEntry = 'src/site/app/boot.ts'
const lastWordsEntry = 'src/site/app/last-words.ts'
const dialogsEntry = 'src/site/features/booking/booking-dialog.tsx'
const plainEntry = 'src/site/app/plain-styles.ts'

const isScreenChunk = (key: string) => key.startsWith('src/site/screens/')

/** Wraps the inline script in a function, so that it adds no global names. */
export function bootScript(compiled: string, files: readonly string[]): string {
  const code = compiled.replace('__FILES__', JSON.stringify(files)).replace(/export\s*\{\s*\};?/, '')
  return `(()=>{${code.trim()}})()`
}

function chunkOf(manifest: Manifest, key: string): ManifestChunk {
  const found = manifest[key]
  if (!found) throw new Error(`missing chunk: ${key}`)
  return found
}

/** Returns a chunk and its static imports: each once, dependencies first. */
export function chunkWithImports(manifest: Manifest, key: string, seen = new Set<string>()): ManifestChunk[] {
  if (seen.has(key)) return []
  seen.add(key)
  const own = chunkOf(manifest, key)
  return [...(own.imports ?? []).flatMap((imported) => chunkWithImports(manifest, imported, seen)), own]
}

export const stylesOf = (chunks: readonly ManifestChunk[]): string[] => [
  ...new Set(chunks.flatMap((one) => one.css ?? [])),
]

/** Reads Vite's manifest to find the styles that paint each view and the scripts that start it. */
export async function readChunks(siteDir: string) {
  const manifestOf = async (name: string) =>
    JSON.parse(await readFile(join(siteDir, '.vite', name), 'utf8')) as Manifest
  const manifest = { ...(await manifestOf('manifest.json')), ...(await manifestOf('last-words.json')) }
  const plain = await manifestOf('plain.json')
  const read = (file: string) => readFileSync(join(siteDir, file), 'utf8')
  const chunk = (key: string) => chunkOf(manifest, key)
  const withImports = (key: string) => chunkWithImports(manifest, key)
  const styleOf = (files: string[]) => files.map((file) => read(file).trim()).join('')

  const served = [
    ...new Set(
      Object.entries(manifest)
        .sort(([one], [other]) => Number(isScreenChunk(other)) - Number(isScreenChunk(one)))
        .flatMap(([, one]) => [one.file, ...(one.css ?? []), ...(one.assets ?? [])]),
    ),
  ].filter((file) => /\.(js|css|svg)$/.test(file))

  const bootCode = read(chunk(bootEntry).file)

  return {
    /**
     * The release's id, which changes with every file that a page can request, because file names contain content
     * hashes.
     */
    release: createHash('sha256')
      .update(
        Object.values(manifest)
          .map((one) => [one.file, ...(one.css ?? [])].join())
          .sort()
          .join(),
      )
      .digest('hex')
      .slice(0, 10),
    /** The built files of one view. */
    screen(view: string) {
      const key = `src/site/screens/${view}/${view}.tsx`
      const chunks = withImports(entry).concat(withImports(key))
      // The HTML already contains the parts that hydrate later and the buttons that open dialogs.
      const later = [dialogsEntry, ...(chunk(key).dynamicImports ?? [])].flatMap((name) => withImports(name))
      const scripts = [chunk(entry).file, chunk(lastWordsEntry).file, ...chunks.map((one) => one.file)]
      const styleFiles = stylesOf([...chunks, ...later])
      const own = chunk(key).css ?? []
      const shared = styleFiles.filter((file) => !own.includes(file))
      return {
        /** The style that this HTML needs for its first paint. */
        style: (html: string) => criticalStyle(styleOf(shared), html) + styleOf(own),
        /** The source files of the inline style, which the bundle does not have to request. */
        styleFiles,
        /** The scripts that start the view. */
        scripts: [...new Set(scripts)],
        /** All shared styles, loaded after the first paint. The HTML contains only some of these styles. */
        lateStyle: styleOf(shared),
      }
    },
    boot: (files: string[]) =>
      bootScript(
        bootCode,
        files.map((file) => `/${file}`),
      ),
    /** The style of a page without script. If `html` is null, the style covers everything that such a page can show. */
    plainStyle(html: string | null): string {
      const style = styleOf(stylesOf(chunkWithImports(plain, plainEntry)))
      return html === null ? style : criticalStyle(style, html)
    },
    /** The files that a page prefetches while it is idle. The files of the views come first. */
    ahead: served.filter((file) => file !== chunk(bootEntry).file),
    /** The files to compress. */
    served,
  }
}

const classInStyle = /\.([a-zA-Z_][\w-]*)/g
const classesInHtml = /class="([^"]*)"/g

/** Returns the rules that match this HTML. Omits transitions and the motion layer, which can load later. */
function criticalStyle(style: string, html: string): string {
  const shown = new Set([...html.matchAll(classesInHtml)].flatMap(([, names = '']) => names.split(' ')))
  const named = new Set([...style.matchAll(classInStyle)].map(([, name = '']) => name))
  const { code } = transform({
    filename: 'start.css',
    code: Buffer.from(style),
    minify: true,
    unusedSymbols: [...named].filter((name) => !shown.has(name)),
    visitor: {
      Declaration: { transition: () => [] },
      Rule: {
        'layer-block': ({ value }) => (value.name?.[0] === 'motion' ? [] : undefined),
        style: ({ value }) => (value.selectors.every((one) => mayMatch(one, shown, html)) ? undefined : []),
      },
    },
  })
  return code.toString()
}

/**
 * Returns false for a selector that the library keeps but that cannot match, because the HTML lacks the classes in
 * `:has()` or a state such as `:disabled`.
 */
const mayMatch = (selector: Selector, shown: ReadonlySet<string>, html: string): boolean =>
  selector.every((part) => {
    if (part.type !== 'pseudo-class') return true
    if (part.kind === 'has')
      return part.selectors.some((inside) => inside.every((one) => one.type !== 'class' || shown.has(one.name)))
    if (part.kind === 'disabled') return / disabled=/.test(html)
    return part.kind !== 'read-only' || / readonly=/i.test(html)
  })
