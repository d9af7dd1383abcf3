import {
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  TabStopType,
  TextRun,
} from 'docx'
import { fixDates, rewrite } from './archive.ts'
import { documentParts, textRuns } from './docx-blocks.ts'
import { documentStyles, lineWidth, numbering, page } from './docx-styles.ts'
import { plainText } from './inline.ts'
import { packWords } from './pack-words.ts'
import { palette } from './palette.ts'
import type { PackDocument } from './types.ts'

/** A document to fill in, for any word processor. */
export async function writeDocument({ title, subtitle, blocks }: PackDocument): Promise<Buffer> {
  const file = new Document({
    title: plainText(title),
    subject: plainText(subtitle),
    creator: '',
    lastModifiedBy: '',
    styles: documentStyles,
    numbering,
    features: { updateFields: false },
    sections: [
      {
        properties: {
          page: {
            size: { width: page.width, height: page.height },
            margin: { left: page.side, right: page.side, top: page.top, bottom: page.bottom, footer: 560 },
          },
        },
        footers: { default: footer(title) },
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: textRuns(title) }),
          new Paragraph({ style: 'Subtitle', children: textRuns(subtitle) }),
          ...documentParts(blocks),
        ],
      },
    ],
  })
  return rewrite(await Packer.toBuffer(file), fixDates)
}

function footer(title: string): Footer {
  const [before, between] = packWords.document.page
  return new Footer({
    children: [
      new Paragraph({
        style: 'Footer',
        tabStops: [{ type: TabStopType.RIGHT, position: lineWidth }],
        border: { top: { style: BorderStyle.SINGLE, size: 4, color: palette.ruleStrong, space: 6 } },
        children: [
          ...textRuns(title),
          new TextRun({ children: ['\t', before, PageNumber.CURRENT, between, PageNumber.TOTAL_PAGES] }),
        ],
      }),
    ],
  })
}
