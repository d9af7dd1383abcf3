import { renderToStaticMarkup } from 'react-dom/server'
import type { Page } from './page.ts'

/** Title and body of a page as markup, in which every value is escaped. */
export const draw = ({ title, body }: Page) => ({
  title: renderToStaticMarkup(title),
  body: renderToStaticMarkup(body),
})
