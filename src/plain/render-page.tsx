import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '#content/brand.ts'
import { sharePictureSize, sharePictureTexts } from '#content/descriptions.ts'
import { type Page, PageColumns } from './page.tsx'

/** The site's public URL, and the path of the preview picture. */
export interface PageContext {
  publicUrl: string
  picture: string | null
}

/**
 * Renders the title and body of a page as escaped markup. For a page that search engines may index, also renders the
 * head tags.
 */
export const renderPage = ({ listed, ...page }: Page, { publicUrl, picture }: PageContext) => ({
  title: renderToStaticMarkup(listed ? `${page.title} | ${brand.name}` : page.title),
  body: renderToStaticMarkup(<PageColumns {...page} />),
  head: listed
    ? renderToStaticMarkup(<HeadTags {...listed} title={page.title} publicUrl={publicUrl} picture={picture} />)
    : null,
})

/** Escapes a text for markup. */
export const renderText = (text: string): string => renderToStaticMarkup(text)

function HeadTags({
  path,
  description,
  title,
  publicUrl,
  picture,
}: NonNullable<Page['listed']> & PageContext & { title: string }) {
  const address = publicUrl + path
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      {picture !== null && (
        <>
          <meta property="og:image" content={publicUrl + picture} />
          <meta property="og:image:width" content={String(sharePictureSize.width)} />
          <meta property="og:image:height" content={String(sharePictureSize.height)} />
          <meta property="og:image:alt" content={sharePictureTexts.home} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}
