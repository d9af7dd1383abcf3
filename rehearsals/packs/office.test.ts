import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, expect, it } from 'vitest'
import { packIds } from '#content/packs.ts'
import { madeFolder } from '#makers/make.ts'
import { rewriteParts } from '#makers/packs/archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'office-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns every sheet as text, one file per sheet, with calculated formulas. */
const csv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1'
/** Values that spreadsheets show for errors. */
const isError = /(^|[,"])(Err:\d+|#(REF|NAME|VALUE|DIV\/0|N\/A|NUM|NULL)[!?]?)/

it.each(packIds)('opens every office file of %s in LibreOffice, and finds no errors in the spreadsheets', (id) => {
  const at = (name: string) => join(folder, `${id}-${name}`)
  const files = Object.entries(unzipSync(readFileSync(join(madeFolder, 'packs', `${id}.zip`))))
    .filter(([name]) => /\.(docx|xlsx)$/.test(name))
    .map(([name, bytes]) => {
      // The stored values are removed, so that LibreOffice has to calculate every formula.
      const bare = (text: string) => text.replace(/(<\/f>)<v>.*?<\/v>/g, '$1')
      writeFileSync(at(name), name.endsWith('.xlsx') ? rewriteParts(bytes, (_, text) => bare(text)) : bytes)
      return at(name)
    })
  expect(files.length).toBeGreaterThan(0)
  convert('pdf', files)
  for (const file of files) expect(existsSync(file.replace(/\.\w+$/, '.pdf')), file).toBe(true)

  const books = files.filter((file) => file.endsWith('.xlsx'))
  convert(csv, books)
  const sheets = readdirSync(folder).filter((name) => name.startsWith(`${id}-`) && name.endsWith('.csv'))
  expect(sheets.length).toBeGreaterThanOrEqual(books.length)
  const lines = sheets.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  expect(lines.filter((line) => isError.test(line))).toEqual([])
})

function convert(format: string, files: string[]): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync('soffice', [profile, '--headless', '--convert-to', format, '--outdir', folder, ...files], {
    stdio: 'ignore',
  })
}
