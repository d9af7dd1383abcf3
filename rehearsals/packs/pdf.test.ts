import { getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { previewPageCount } from '#content/packs.ts'
import { countWords } from '#makers/packs/document-text.ts'
import { filesOf } from '#makers/packs/pack-files.ts'
import { packWords } from '#makers/packs/pack-words.ts'
import { writeExample, writeGuide } from '#makers/packs/pdf.ts'
import { readPacks } from '#makers/packs/read-packs.ts'
import { samplePack } from '#makers/packs/testing.ts'

interface TreeNode {
  role?: string
  lang?: string
  children?: (TreeNode | { type: string; id: string })[]
}

const isNode = (child: object): child is TreeNode => 'role' in child

/** Reads a PDF's structure, its tagged text, and any text that is neither tagged nor marked as decoration. */
async function read(file: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const roles: string[] = []
  const tagged: string[] = []
  const loose: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const inTree = new Set<string>()
    const walk = (node: TreeNode) => {
      if (node.role) roles.push(node.role)
      for (const child of node.children ?? []) {
        if (isNode(child)) walk(child)
        else inTree.add(child.id)
      }
    }
    const tree = (await page.getStructTree()) as TreeNode | null
    if (tree) walk(tree)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const open: string[] = []
    for (const item of items) {
      if ('str' in item) {
        const isArtifact = open.includes('Artifact')
        const isTagged = open.some((id) => inTree.has(id))
        if (isTagged) tagged.push(item.str, item.hasEOL ? ' ' : '')
        if (isTagged === isArtifact && item.str.trim()) loose.push(item.str)
      } else if (item.type === 'endMarkedContent') {
        open.pop()
      } else {
        const { tag, id = '' } = item as { tag?: string; id?: string }
        open.push(tag === 'Artifact' ? tag : id)
      }
    }
  }
  const { info, metadata } = await pdf.getMetadata()
  const outline = (await pdf.getOutline()) as { title: string; items: { title: string }[] }[] | null
  return {
    pages: pdf.numPages,
    marked: (await pdf.getMarkInfo())?.Marked,
    info: info as Record<string, unknown>,
    uaPart: metadata?.get('pdfuaid:part'),
    roles,
    text: tagged.join('').replace(/\s+/g, ' '),
    loose,
    outline,
  }
}

const guides = [...readPacks(), samplePack]

describe.each(guides)('the guide in the pack $title', (pack) => {
  it('is tagged as PDF/UA requires, and marks all content outside its structure tree as decoration', async () => {
    const file = await writeGuide(pack, filesOf(pack))
    const raw = file.toString('latin1')
    const found = await read(file)
    expect(found.marked).toBe(true)
    expect(found.loose).toEqual([])
    expect(raw).toMatch(/\/Lang \(en-US\)/)
    expect(raw).toMatch(/\/DisplayDocTitle true/)
    expect(raw).toMatch(/pdfuaid:part>1</)
    expect(found.info).toMatchObject({
      Title: pack.guide.title.replaceAll('**', ''),
      PDFFormatVersion: '1.7',
    })

    // Fonts are embedded, and glyphs can be mapped back to text.
    const fonts = raw.match(/\/Type \/FontDescriptor/g)?.length ?? 0
    expect(fonts).toBeGreaterThan(2)
    expect(raw.match(/\/FontFile2 /g)).toHaveLength(fonts)
    expect(raw.match(/\/ToUnicode /g)).toHaveLength(fonts)

    // There is one title, and no heading level is skipped.
    const headings = found.roles.filter((role) => /^H\d$/.test(role))
    expect(headings.filter((role) => role === 'H1')).toEqual(['H1'])
    for (const [index, role] of headings.entries()) {
      const before = Number(headings[index - 1]?.[1] ?? 0)
      expect(Number(role[1])).toBeLessThanOrEqual(before + 1)
    }
    const { blocks } = pack.guide
    const wanted = blocks.filter(({ kind }) => kind === 'heading').length
    expect(headings).toHaveLength(wanted + 1)
    expect(found.outline?.flatMap(({ title, items }) => [title, ...items.map((item) => item.title)])).toHaveLength(
      wanted,
    )
    // Each paragraph's text can be extracted unchanged.
    for (const block of blocks) {
      if (block.kind === 'text') expect(found.text).toContain(block.text.replaceAll('**', '').replace(/\s+/g, ' '))
    }
    // The site computes reading times from this count, which excludes the list of files on the cover.
    const [said, printed] = [countWords(pack.guide), found.text.split(' ').length]
    expect(said / printed).toBeGreaterThan(0.8)
    expect(said / printed).toBeLessThan(1.05)
  })
})

const examples = readPacks().flatMap((pack) => pack.examples)

it('finds exactly one example document in the packs: the example proposal', () =>
  expect(examples.map(({ file }) => file)).toEqual(['example-proposal']))

it.each(examples)(
  'writes $file as a tagged PDF that contains the sender’s name and has the page count shown on the site',
  async (example) => {
    const file = await writeExample(example)
    const found = await read(file)
    expect([found.pages, found.marked, found.uaPart, found.loose]).toEqual([previewPageCount, true, '1', []])
    expect(found.info).toMatchObject({ Title: example.title, Author: example.from })
    for (const text of [example.from, example.title, packWords.example.stamp]) expect(found.text).toContain(text)
  },
)

it('writes a PDF guide that contains every kind of structure element', async () => {
  const { roles, text } = await read(await writeGuide(samplePack, filesOf(samplePack)))
  for (const role of [
    'Document',
    'H1',
    'H2',
    'H3',
    'P',
    'L',
    'LI',
    'Lbl',
    'LBody',
    'Table',
    'Caption',
    'THead',
    'TBody',
    'TR',
    'TH',
    'TD',
  ])
    expect(roles).toContain(role)
  // Ligatures and kerning do not change the extracted text.
  expect(text).toContain('The office file of the first client: “fluffy” office fixtures, 1–12 hours.')
})

it('refuses a guide if the font lacks one of its characters, or if a table row is taller than a page', async () => {
  const guide = (text: string) => ({
    ...samplePack,
    guide: {
      ...samplePack.guide,
      blocks: [{ kind: 'table', caption: 'Long', columns: ['A'], widths: [1], rows: [[text]] } as const],
    },
  })
  await expect(writeGuide(guide('a → b'), [])).rejects.toThrow(/→.* could not be displayed/)
  await expect(writeGuide(guide('word '.repeat(2000)), [])).rejects.toThrow('is taller than a page')
})
