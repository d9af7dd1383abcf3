import { useState } from 'react'
import { errorMessage, Failure } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { requestServer } from '#desk/lib/supabase.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { pictureLimit, sitePictureSchema } from '#shared/contract/site.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import field from '#ui/field.module.css'
import layout from '#ui/layout.module.css'
import css from './site.module.css'

interface PictureControlProps {
  use: 'logo' | 'portrait'
  id?: string
  /** Empty if there is no picture. */
  path: string
  isBusy?: boolean
  error: Error | null
  onPath: (path: string) => void
}

/** Uploads, replaces or removes a picture. */
export function PictureControl({ use, id, path, isBusy = false, error, onPath }: PictureControlProps) {
  const upload = useMutation({ mutationFn: (file: File) => uploadPicture(use, file), onSuccess: onPath })
  // A new key empties the field, so that the same file can be chosen again.
  const [choices, setChoices] = useState(0)
  const isOff = isBusy || upload.isPending
  const problem = upload.error ?? error
  return (
    <div className={layout.tight}>
      <div className={layout.cluster}>
        <WhenOnline>
          <label className={`${buttonClass('plain', 'small')} ${css.file}`}>
            {isOff ? 'Saving…' : `${path ? 'Replace' : 'Upload'} ${use}`}
            <input
              key={choices}
              id={id}
              type="file"
              accept="image/png,image/jpeg,image/svg+xml"
              disabled={isOff}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                if (file) upload.mutate(file)
                setChoices(choices + 1)
              }}
            />
          </label>
          {path && (
            <Button size="small" disabled={isOff} onClick={() => onPath('')}>
              Remove {use}
            </Button>
          )}
        </WhenOnline>
      </div>
      {problem && (
        <p className={field.error} role="alert">
          {errorMessage(problem)}
        </p>
      )}
    </div>
  )
}

/** The width and height of a portrait, in pixels. */
const portraitSize = 480

/** Stores a picture on the server and returns its path. A portrait is cropped to a square and reduced first. */
async function uploadPicture(use: 'logo' | 'portrait', file: File): Promise<string> {
  const picture = use === 'portrait' ? await cropPortrait(file) : file
  if (picture.size > pictureLimit)
    throw new Failure(`The picture is too large. Choose one of at most ${pictureLimit / 1000} kB.`, 413)
  const { path } = await requestServer(sitePictureSchema, '/site/v1/pictures', {
    use,
    picture: await base64Of(picture),
  })
  return path
}

async function cropPortrait(file: File): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => {
    throw new Failure('This file is not a picture that your browser can read. Choose a JPEG, PNG or WebP file.', 400)
  })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = portraitSize
  const side = Math.min(image.width, image.height)
  const [x, y] = [(image.width - side) / 2, (image.height - side) / 2]
  canvas.getContext('2d')?.drawImage(image, x, y, side, side, 0, 0, portraitSize, portraitSize)
  // Not all browsers can write WebP.
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', 0.85))
}

const base64Of = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''))
    reader.onerror = () => reject(new Failure('The file could not be read. Choose it again.', 400))
    reader.readAsDataURL(picture)
  })
