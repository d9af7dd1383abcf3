import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { errorMessage } from '#desk/lib/failure.ts'
import pieces from '#desk/lib/pieces.module.css'
import { isOwnServer, projectLacks } from '#desk/lib/server.ts'
import { accessToken } from '#desk/lib/supabase.ts'
import { letterPageFields } from '#shared/contract/letter-previews.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { type LetterPreviewRef, letterPreviewPath, letterPreviewQuery } from './api.ts'
import css from './letters.module.css'

const parts = { letter: 'Email', text: 'Plain text', invitation: 'Invitation' } as const
type LetterPart = keyof typeof parts

/** An email as its recipient sees it: HTML, plain text and a calendar invitation. */
export function LetterViewer({ shown }: { shown: LetterPreviewRef }) {
  return isOwnServer ? <LoadedLetter shown={shown} /> : <p className={layout.note}>{projectLacks.letters}</p>
}

function LoadedLetter({ shown }: { shown: LetterPreviewRef }) {
  const { data, error, refetch } = useQuery(letterPreviewQuery(shown))
  const [chosen, setChosen] = useState<LetterPart>('letter')
  const [look, setLook] = useState<'light' | 'dark'>('light')
  if (error) {
    return (
      <div className={`${layout.bar} ${pieces.apart} ${pieces.problem}`} role="alert">
        <p>{errorMessage(error)}</p>
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!data) return <Skeleton label="Loading the email" />
  if ('dropped' in data) return <p className={layout.note}>No preview available: {data.dropped}.</p>

  const offered: LetterPart[] = data.calendar === null ? ['letter', 'text'] : ['letter', 'text', 'invitation']
  const part = offered.includes(chosen) ? chosen : 'letter'
  return (
    <div className={`${layout.stack} ${css.paper}`}>
      <dl className={`${pieces.facts} ${layout.anywhere} ${css.head}`}>
        <dt>To</dt>
        <dd>{data.to}</dd>
        <dt>Subject</dt>
        <dd>{data.subject}</dd>
      </dl>
      <Tabs
        label="Parts of the email"
        tabs={offered.map((value) => ({ value, label: parts[value] }))}
        value={part}
        onChange={setChosen}
        panelClassName={`${layout.stack} ${css.panel}`}
      >
        {part === 'letter' ? (
          <>
            <LetterFrame key={`${letterPreviewPath(shown)} ${look}`} shown={shown} look={look} title={data.subject} />
            <Button size="small" onClick={() => setLook(look === 'light' ? 'dark' : 'light')}>
              {look === 'light' ? 'Show in dark mode' : 'Show in light mode'}
            </Button>
          </>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it.
          <pre className={css.text} data-part={part} tabIndex={0}>
            {part === 'text' ? data.text : data.calendar}
          </pre>
        )}
      </Tabs>
    </div>
  )
}

interface LetterFrameProps {
  shown: LetterPreviewRef
  look: 'light' | 'dark'
  title: string
}

/**
 * The email as a mail program renders it, in a sandboxed frame without scripts or working links. A form requests the
 * email with POST, so that the token is in the body and not in the URL.
 */
function LetterFrame({ shown, look, title }: LetterFrameProps) {
  const name = `letter${useId()}`
  const form = useRef<HTMLFormElement>(null)
  const token = useRef<HTMLInputElement>(null)
  useEffect(() => {
    let isOver = false
    void accessToken().then((value) => {
      if (isOver || !form.current || !token.current) return
      token.current.value = value
      form.current.submit()
      token.current.value = ''
    })
    return () => {
      isOver = true
    }
  }, [])
  return (
    <>
      <form ref={form} method="post" action="/letters/v1/page" target={name} hidden>
        <input type="hidden" ref={token} name={letterPageFields.token} />
        <input type="hidden" name={letterPageFields.look} value={look} />
        {'id' in shown ? (
          <input type="hidden" name={letterPageFields.id} value={shown.id} />
        ) : (
          <input type="hidden" name={letterPageFields.sample} value={shown.sample} />
        )}
      </form>
      <iframe className={css.frame} name={name} title={title} sandbox="" data-look={look} />
    </>
  )
}
