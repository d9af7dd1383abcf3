import { AlignmentType, type ILevelsOptions, type IStylesOptions, LevelFormat } from 'docx'
import { palette } from './look.ts'

/** A font that every office program has, so that documents look the same everywhere. */
const font = 'Arial'
const points = (size: number) => size * 2
const twips = (size: number) => size * 20

export const page = { width: 11906, height: 16838, side: 1240, top: 1020, bottom: 1080 } as const
export const lineWidth = page.width - 2 * page.side

const based = (id: string, name: string, run: object, paragraph: object = {}) => ({
  id,
  name,
  basedOn: 'Normal',
  next: 'Normal',
  quickFormat: true,
  run,
  paragraph,
})

/** All formatting uses these styles, so that a changed style changes the complete document. */
export const documentStyles: IStylesOptions = {
  default: {
    document: {
      run: { font, size: points(10.5), color: palette.ink, language: { value: 'en-US' } },
      paragraph: { spacing: { after: twips(6), line: 276, lineRule: 'auto' } },
    },
    title: {
      run: { font, size: points(26), bold: true, color: palette.ink },
      paragraph: { spacing: { before: 0, after: twips(10), line: 240, lineRule: 'auto' }, keepNext: true },
    },
    heading1: {
      run: { font, size: points(18), bold: true, color: palette.ink },
      paragraph: {
        spacing: { before: twips(22), after: twips(6), line: 252, lineRule: 'auto' },
        keepNext: true,
      },
    },
    heading2: {
      run: { font, size: points(12.5), bold: true, color: palette.ink },
      paragraph: {
        spacing: { before: twips(14), after: twips(4), line: 252, lineRule: 'auto' },
        keepNext: true,
      },
    },
    listParagraph: { paragraph: { spacing: { after: twips(3) } } },
  },
  paragraphStyles: [
    based(
      'Subtitle',
      'Subtitle',
      { size: points(13), color: palette.inkSoft },
      { spacing: { after: twips(18) }, keepNext: true },
    ),
    based('Checklist', 'Checklist', {}, { indent: { left: 425, hanging: 425 }, spacing: { after: twips(4) } }),
    based(
      'TableText',
      'Table Text',
      { size: points(9.5) },
      { spacing: { before: 50, after: 50, line: 252, lineRule: 'auto' } },
    ),
    based(
      'TableHead',
      'Table Head',
      { size: points(9), bold: true, color: palette.inkSoft },
      { spacing: { before: 50, after: 50, line: 252, lineRule: 'auto' }, keepNext: true },
    ),
    based('Caption', 'caption', { bold: true }, { spacing: { before: twips(12), after: twips(4) }, keepNext: true }),
    based('NoteTitle', 'Note Title', { bold: true }, { spacing: { before: 80, after: 20 }, keepNext: true }),
    based('Note', 'Note', {}, { spacing: { after: 80 } }),
    based('Gap', 'Gap', { size: points(5) }, { spacing: { before: 0, after: 0, line: 240, lineRule: 'auto' } }),
    based('Footer', 'footer', { size: points(8.5), color: palette.inkSoft }, { spacing: { after: 0 } }),
  ],
  characterStyles: [
    {
      id: 'Placeholder',
      name: 'Placeholder',
      quickFormat: true,
      run: { shading: { type: 'clear', color: 'auto', fill: palette.input } },
    },
  ],
}

const level = (format: (typeof LevelFormat)[keyof typeof LevelFormat], text: string): ILevelsOptions => ({
  level: 0,
  format,
  text,
  alignment: AlignmentType.LEFT,
  style: { paragraph: { indent: { left: 425, hanging: 425 } } },
})

export const numbering = {
  config: [
    { reference: 'dashes', levels: [level(LevelFormat.BULLET, '–')] },
    { reference: 'numbers', levels: [level(LevelFormat.DECIMAL, '%1.')] },
  ],
}
