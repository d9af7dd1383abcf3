/**
 * Writes two of the site's files that rarely change: the world map, and the display font reduced to the characters in
 * the site's texts and in common names. Run it by hand: `npx tsx makers/site-drawings.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { geoContains } from 'd3-geo'
import subsetFont from 'subset-font'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

const { resolve } = createRequire(import.meta.url)

const latin = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))
/** Letters that occur in names. With all of Latin-1, the file would be larger than 40,000 bytes. */
const letters = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüßÅÆØÄÖÜÉ'
/** The combining macron. The page uses it for letters that the font lacks, such as `ā`. */
const macron = '\u0304'
const signs = '\u00a0·×–—‘’“”…→←↑↓−≤≥½°'

const archivo = resolve('@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2')
const subset = await subsetFont(await readFile(archivo), latin + letters + macron + signs, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 750 }, wdth: { min: 75, max: 100 } },
})
await writeFile('src/ui/font/archivo.woff2', subset)
console.log(`archivo.woff2: ${(subset.length / 1024).toFixed(1)} KB`)

const named = { '840': 'usa', '710': 'southAfrica', '554': 'newZealand', '036': 'australia' } as const
const rowDegrees = 4
const stepDegrees = 2
const north = 74
const south = -54

// Border data: Natural Earth (public domain), from the package world-atlas.
const atlas = await readFile(resolve('world-atlas/countries-110m.json'), 'utf8')
const topology = JSON.parse(atlas) as Topology<{ countries: GeometryCollection }>
const countries = feature(topology, topology.objects.countries).features

/** Returns the path that a point belongs to: a named country, the rest of the land, or null. */
function pathAt(longitude: number, latitude: number): string | null {
  const country = countries.find((candidate) => geoContains(candidate, [longitude, latitude]))
  if (!country) return null
  return named[String(country.id) as keyof typeof named] ?? 'land'
}

/**
 * The current position in each path. Paths consist of relative steps, which compress better than absolute positions.
 */
const pens: Record<string, { x: number; y: number }> = {}
const paths: Record<string, string> = { land: '', usa: '', southAfrica: '', newZealand: '', australia: '' }
for (let latitude = north, y = 1; latitude >= south; latitude -= rowDegrees, y += 2) {
  let run: { name: string; from: number } | null = null
  for (let x = 0; x <= 360 / stepDegrees; x++) {
    const name = x < 360 / stepDegrees ? pathAt(x * stepDegrees - 180 + 1, latitude) : null
    if (run && run.name !== name) {
      const pen = pens[run.name]
      const start = pen ? `m${run.from - pen.x} ${y - pen.y}` : `M${run.from} ${y}`
      paths[run.name] += `${start}h${x - run.from}`
      pens[run.name] = { x, y }
      run = null
    }
    if (name && !run) run = { name, from: x }
  }
}

const rows = Math.floor((north - south) / rowDegrees) + 1
/**
 * A separate SVG file does not inherit the page's colors, so it defines a light and a dark color. In a contrast
 * theme, browsers choose one of the two by the theme's background; `CanvasText` would be a different color. The light
 * color is an attribute, for programs that ignore styles.
 */
const style = '@media (prefers-color-scheme: dark) { path { stroke: oklch(0.95 0.012 92) } }'
const { land, ...others } = paths
const file = `<!-- Written by makers/site-drawings.ts. One unit is ${stepDegrees} degrees of longitude; a row of dashes every ${rowDegrees} degrees of latitude. -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 ${rows * 2}" fill="none" stroke="#1a1713">
<title>Where partners work</title>
<style>${style}</style>
<path stroke-width=".5" opacity=".41" d="${land}"/>
<path stroke-width="1.5" d="${Object.values(others).join('')}"/>
</svg>
`
await writeFile('src/site/screens/home/world-map.svg', file)
