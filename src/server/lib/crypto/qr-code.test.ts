import { expect, it } from 'vitest'
import { qrCodeSvg } from './qr-code.ts'

const uri = `otpauth://totp/AI%20Setup%20Hub:ada%40example.com?issuer=AI%20Setup%20Hub&secret=${'JBSWY3DPEHPK3PXP'.repeat(2)}&algorithm=SHA1&digits=6&period=30`
const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']

/** Rows of ones and zeros, reconstructed from the SVG. */
function modulesOf(svg: string): string[] {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]) / 4
  const dark = new Set([...svg.matchAll(/M(\d+),(\d+)h4v4h-4z/g)].map(([, x, y]) => `${x},${y}`))
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => (dark.has(`${column * 4},${row * 4}`) ? '1' : '0')).join(''),
  )
}

it('has its three finders, black on a white ground of its own, and a quiet zone of four modules', () => {
  const svg = qrCodeSvg(uri)
  const rows = modulesOf(svg)
  const size = rows.length
  expect(svg).toContain(`<rect fill="white" width="${size * 4}" height="${size * 4}"/><path fill="black"`)
  const cut = (row: number, column: number) =>
    rows.slice(row, row + 7).map((line) => line.slice(column, column + 7))
  for (const [row, column] of [
    [4, 4],
    [4, size - 11],
    [size - 11, 4],
  ] as const) {
    expect(cut(row, column)).toEqual(finder)
  }
  for (const line of [...rows.slice(0, 4), ...rows.slice(-4)]) expect(line).toBe('0'.repeat(size))
  for (const line of rows) expect(line).toMatch(/^0000.*0000$/)
})

it('is small, needs no script, and can stand in a data address as it is', () => {
  const svg = qrCodeSvg(uri)
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>.*<\/svg>$/)
  expect(svg).not.toMatch(/[#\n]|script|style|href|on\w+=/)
  expect(svg.length).toBeLessThan(40_000)
})

it('is another for another text', () => {
  expect(qrCodeSvg(`${uri}1`)).not.toBe(qrCodeSvg(uri))
})
