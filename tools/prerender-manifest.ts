import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest, ManifestChunk } from 'vite'

const entry = 'src/site/app/main.tsx'
const bootEntry = 'src/site/app/boot.ts'
const lastWordsEntry = 'src/site/app/last-words.ts'
const plainEntry = 'src/site/app/plain-page.module.css'

/** What the built files of one view are. */
interface ScreenFiles {
  style: string
  scripts: string[]
}

/** Reads Vite's manifest: which styles and scripts each view needs for its first paint and its start. */
export async function readChunks(siteDir: string) {
  const manifestOf = async (name: string) =>
    JSON.parse(await readFile(join(siteDir, '.vite', name), 'utf8')) as Manifest
  const manifest = { ...(await manifestOf('manifest.json')), ...(await manifestOf('last-words.json')) }
  const read = (file: string) => readFileSync(join(siteDir, file), 'utf8')
  const chunk = (key: string): ManifestChunk => {
    const found = manifest[key]
    if (!found) throw new Error(`the build has no ${key}`)
    return found
  }

  /** A chunk with everything it imports at once, each once, dependencies first. */
  const withImports = (key: string, seen = new Set<string>()): ManifestChunk[] => {
    if (seen.has(key)) return []
    seen.add(key)
    const own = chunk(key)
    return [...(own.imports ?? []).flatMap((imported) => withImports(imported, seen)), own]
  }
  const styleOf = (chunks: ManifestChunk[]) =>
    [...new Set(chunks.flatMap((one) => one.css ?? []))].map((file) => read(file).trim()).join('')

  const bootCode = read(chunk(bootEntry).file)

  return {
    screen(view: string): ScreenFiles {
      const key = Object.keys(manifest).find((name) => name.startsWith(`src/site/screens/${view}/`))
      if (!key) throw new Error(`the build has no screen for ${view}`)
      const chunks = withImports(entry).concat(withImports(key))
      const scripts = [entry, lastWordsEntry].map((name) => `/${chunk(name).file}`)
      scripts.push(...chunks.map((one) => `/${one.file}`))
      return { style: styleOf(chunks), scripts: [...new Set(scripts)] }
    },
    /** The inline script: a function of its own, so that it adds no name to the page. */
    boot(scripts: string[]): string {
      const code = bootCode.replace('__SCRIPTS__', JSON.stringify(scripts)).replace(/export\s*\{\s*\};?/, '')
      return `(()=>{${code.trim()}})()`
    },
    plainStyle(): string {
      return styleOf([...withImports(entry), chunk(plainEntry)])
    },
    /** Every file worth compressing. */
    served: Object.values(manifest)
      .flatMap((one) => [one.file, ...(one.css ?? [])])
      .filter((file, index, all) => /\.(js|css|svg)$/.test(file) && all.indexOf(file) === index),
  }
}
