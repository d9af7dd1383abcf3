import type { ImgHTMLAttributes } from 'react'
import { type PackId, type PictureDocument, pictureFile, pictureSizes } from '#content/packs.ts'
import pagePictures from '#made/page-pictures.json'
import css from './packs.module.css'

interface PagePictureProps extends ImgHTMLAttributes<HTMLImageElement> {
  pack: PackId
  document: PictureDocument
  /** The page number, from 1 to `previewPageCount`. */
  page: number
  alt: string
}

const { small, large } = pictureSizes

/** A page of a pack's PDF as a picture that the build created. */
export function PagePicture({ pack, document, page, className = '', ...rest }: PagePictureProps) {
  const [src, most] = [pictureAddress(pack, document, page, 'small'), pictureAddress(pack, document, page, 'large')]
  return (
    // biome-ignore lint/a11y/useAltText: `alt` is required by the props.
    <img
      className={`${css.page} ${className}`}
      src={src}
      srcSet={`${src} ${small.width}w, ${most} ${large.width}w`}
      sizes="15rem"
      width={small.width}
      height={small.height}
      loading="lazy"
      {...rest}
    />
  )
}

export function pictureAddress(pack: PackId, document: PictureDocument, page: number, size: 'small' | 'large'): string {
  const { width } = pictureSizes[size]
  return `/assets/${pictureFile(pack, document, page, width, pagePictures.hash)}`
}
