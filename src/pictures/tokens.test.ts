import { readFileSync } from 'node:fs'
import { transform } from 'lightningcss'
import { expect, it } from 'vitest'
import { checkSignal, ink, papers } from '#shared/lib/color.ts'

it('checks colors against the papers and the ink of the style sheet, whose signal color passes', () => {
  const css = readFileSync('src/ui/tokens.css', 'utf8')
  const pairOf = (token: string) =>
    new RegExp(`--${token}: light-dark\\((.*?\\)), (.*?\\))\\)`).exec(css)?.slice(1).map(toHex)
  const tokens = ['paper', 'paper-raised', 'paper-sunken'].map(pairOf)
  expect([tokens.map((pair) => pair?.[0]), tokens.map((pair) => pair?.[1])]).toEqual([papers.light, papers.dark])
  expect(pairOf('ink')?.[0]).toBe(ink)
  expect(checkSignal(toHex(/--signal: (.*);/.exec(css)?.[1] ?? ''))).toBeNull()
})

function toHex(color: string): string {
  const code = Buffer.from(`a{color:${color}}`)
  const { code: css } = transform({ filename: 'a.css', code, minify: true, targets: { chrome: 80 << 16 } })
  return /color:(#[\da-f]{6})/.exec(css.toString())?.[1] ?? css.toString()
}
