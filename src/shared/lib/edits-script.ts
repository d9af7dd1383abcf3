/** The edits of texts in a page; `more` is the path of the edits for other views. */
export interface EditsInPage {
  readonly edits: object
  readonly more?: string | undefined
}

/** The path of the edits for other views, before the server puts the publication's or the draft's id into it. */
export const otherEditsPath = '/edits/__ID__.json'

/** The id of the page's element that contains the edits. */
export const editsElement = 'edits'

/** JSON for an element of a page: a `<` in a string could end the element. */
export const dataText = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Data, which a content security policy does not block. The bundle reads it before it imports the texts. */
export function editsScript({ edits, more }: EditsInPage): string {
  const attribute = more ? ` data-more="${more}"` : ''
  return `<script type="application/json" id="${editsElement}"${attribute}>${dataText(edits)}</script>`
}
