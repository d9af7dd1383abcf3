/**
 * Opens every document and workbook of the packs in LibreOffice, where there is one: `npm run check:packs`.
 * Not part of the gate, because it takes 300 MB to install; the gate reads the files' structure instead.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { unzipSync } from 'fflate'
import { rewrite } from '#packs/archive.ts'
import { madeFolder } from './made.ts'

const folder = mkdtempSync(join(tmpdir(), 'check-packs-'))
const packs = join(madeFolder, 'packs')
const faults: string[] = []
let opened = 0

/** Every sheet as text, one file each, with formulas calculated. */
const csv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1'

function convert(format: string, files: string[]): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync('soffice', [profile, '--headless', '--convert-to', format, '--outdir', folder, ...files], {
    stdio: 'ignore',
  })
}

function checkPack(zip: string): void {
  const office: string[] = []
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(zip)))) {
    if (!/\.(docx|xlsx)$/.test(name)) continue
    const file = join(folder, `${basename(zip, '.zip')}-${name}`)
    // Without the stored values, LibreOffice has to calculate every formula itself.
    const isBook = name.endsWith('.xlsx')
    writeFileSync(
      file,
      isBook ? rewrite(bytes, (_, text) => text.replace(/(<\/f>)<v>.*?<\/v>/g, '$1')) : bytes,
    )
    office.push(file)
  }
  convert('pdf', office)
  const books = office.filter((file) => file.endsWith('.xlsx'))
  convert(csv, books)
  opened += office.length
  for (const file of office) {
    if (!existsSync(file.replace(/\.\w+$/, '.pdf'))) faults.push(`${basename(file)} does not open`)
  }
}

/** The error values that a spreadsheet shows in place of a result. */
const isError = /(^|[,"])(Err:\d+|#(REF|NAME|VALUE|DIV\/0|N\/A|NUM|NULL)[!?]?)/

function checkSheets(): void {
  const sheets = readdirSync(folder).filter((name) => name.endsWith('.csv'))
  if (sheets.length === 0) faults.push('no sheet was calculated')
  for (const name of sheets) {
    for (const [index, line] of readFileSync(join(folder, name), 'utf8').split('\n').entries()) {
      if (isError.test(line)) faults.push(`${name}, row ${index + 1}: ${line}`)
    }
  }
}

try {
  execFileSync('soffice', ['--version'], { stdio: 'ignore' })
  const zips = readdirSync(packs).filter((name) => name.endsWith('.zip'))
  for (const zip of zips) checkPack(join(packs, zip))
  checkSheets()
  for (const fault of faults) console.error(fault)
  console.log(`${opened} files of ${zips.length} packs opened, ${faults.length} faults`)
  process.exitCode = faults.length > 0 || opened === 0 ? 1 : 0
} catch (error) {
  if ((error as { code?: string }).code !== 'ENOENT') throw error
  console.error('There is no LibreOffice (soffice) here, so nothing was checked.')
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
