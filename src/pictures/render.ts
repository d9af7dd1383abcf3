import { ownSignal } from '#content/look.ts'
import packFacts from '#made/pack-facts.json'
import builtPictures from '#made/pictures.json'
import { drawWithFonts } from './draw.ts'
import { drawIcon, type Picture } from './look.ts'
import { drawPictures, fitLogo, type Pictures } from './pictures.ts'

/**
 * Draws the pictures that show the owner's look and texts, with the fonts in the build's folder; takes a second or
 * more. `files` contains the changed files by path, and `share` and `icons` name the pictures that pages refer to.
 */
export function renderPictures(
  logo: Picture | null,
  fontFolder: string,
): Pictures & { files: ReadonlyMap<string, Buffer> } {
  const look = { signal: ownSignal(), logo }
  const pictures = drawPictures(look, packFacts, drawWithFonts(fontFolder), builtPictures.drawings)
  if (look.signal || logo)
    pictures.files.set('/favicon.svg', Buffer.from(drawIcon(fitLogo(look, { width: 128, height: 128 }))))
  return pictures
}
