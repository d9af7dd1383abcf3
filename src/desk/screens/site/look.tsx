import { type ReactNode, useRef } from 'react'
import controls from '#desk/lib/controls.module.css'
import { Failure } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { requestServer } from '#desk/lib/supabase.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { pictureLimit, sitePictureSchema } from '#shared/contract/site.ts'
import { checkSignal, readableOn } from '#shared/lib/color.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './site.module.css'

interface PictureControlProps {
  use: 'logo' | 'portrait'
  /** Empty if there is no picture. */
  path: string
  isBusy?: boolean
  error: Error | null
  onPath: (path: string) => void
}

/** Uploads, replaces or removes a picture. */
export function PictureControl({ use, path, isBusy = false, error, onPath }: PictureControlProps) {
  const upload = useMutation({ mutationFn: (file: File) => uploadPicture(use, file), onSuccess: onPath })
  const field = useRef<HTMLInputElement>(null)
  const isOff = isBusy || upload.isPending
  return (
    <div className={layout.tight}>
      <input
        ref={field}
        type="file"
        accept="image/png,image/jpeg,image/svg+xml"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) upload.mutate(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <div className={layout.cluster}>
        <WhenOnline>
          <Button size="small" disabled={isOff} onClick={() => field.current?.click()}>
            {isOff ? 'Saving…' : `${path ? 'Replace' : 'Upload'} ${use}`}
          </Button>
          {path && (
            <Button size="small" disabled={isOff} onClick={() => onPath('')}>
              Remove {use}
            </Button>
          )}
        </WhenOnline>
      </div>
      <ErrorNotice error={upload.error ?? error} />
    </div>
  )
}

/** Shows the same content on light and on dark paper. */
export const Papers = ({ children }: { children: ReactNode }) => (
  <div className={layout.row}>
    {['light', 'dark'].map((scheme) => (
      <div key={scheme} className={css.paper} data-scheme={scheme}>
        {children}
      </div>
    ))}
  </div>
)

/** A color picker, and a button in a valid color. */
export const SignalColor = ({ color, onChange }: { color: string; onChange: (color: string) => void }) => (
  <>
    <input
      type="color"
      className={controls.control}
      aria-label="Choose a color"
      value={/^#[\da-f]{6}$/i.test(color) ? color : '#ffffff'}
      onChange={({ target }) => onChange(target.value)}
    />
    {checkSignal(color) === null && (
      <Papers>
        <svg className={layout.label} width="128" height="48" aria-hidden="true">
          <rect width="128" height="48" rx="3" fill={color} stroke={readableOn(color)} strokeWidth="3" />
          <text x="64" y="30" textAnchor="middle" fill={readableOn(color)}>
            Book Call
          </text>
        </svg>
      </Papers>
    )}
  </>
)

/** Stores a picture on the server and returns its path. A portrait is reduced first, because photos are large. */
async function uploadPicture(use: 'logo' | 'portrait', file: File): Promise<string> {
  const blob = use === 'portrait' ? await reducePicture(file) : file
  if (blob.size > pictureLimit)
    throw new Failure(`The picture is too large. Choose one of at most ${pictureLimit / 1000} kB.`, 413)
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const picture = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return (await requestServer(sitePictureSchema, '/site/v1/pictures', { use, picture })).path
}

async function reducePicture(file: File): Promise<Blob> {
  const image = await createImageBitmap(file, { resizeHeight: 480, resizeQuality: 'high' }).catch(() => {
    throw new Failure('This file is not a picture that your browser can read. Choose a JPEG, PNG or WebP file.', 400)
  })
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  // Not all browsers can write WebP.
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', 0.85))
}
