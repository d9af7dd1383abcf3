import { getDocumentProxy } from 'unpdf'
import { documents } from '#content/documents.ts'
import { expect, test } from '#e2e/test.ts'

const ids = Object.keys(documents)

/** Returns the printed lines that overlap another line. */
async function findOverlappingLines(pdf: Uint8Array): Promise<string[]> {
  const paper = await getDocumentProxy(pdf)
  const pages = Array.from({ length: paper.numPages }, (_, index) => paper.getPage(index + 1))
  const found = await Promise.all(
    pages.map(async (coming) => {
      const { items } = await (await coming).getTextContent()
      const lines = items
        .filter((item) => 'str' in item)
        .filter(({ str }) => str.trim() !== '')
        .map(({ str, width, height, transform }) => ({
          str,
          height,
          left: Number(transform[4]),
          right: Number(transform[4]) + width,
          base: Number(transform[5]),
        }))
      return lines.filter((one) =>
        lines.some((other) => {
          const apart = one.base - other.base
          return apart > 1 && apart < other.height * 0.8 && one.left < other.right && other.left < one.right
        }),
      )
    }),
  )
  await paper.loadingTask.destroy()
  return found.flat().map(({ str }) => str)
}

for (const id of ids) {
  test(`prints /${id} without overlapping lines`, async ({ page }) => {
    await page.goto(`/${id}`)
    for (const format of ['A4', 'A5'] as const) {
      expect(await findOverlappingLines(new Uint8Array(await page.pdf({ format }))), format).toEqual([])
    }
  })
}
