import { useEffect, useId, useRef } from 'react'
import { accessToken } from '#desk/lib/supabase.ts'
import { pageFields } from '#shared/contract/letter-desk.ts'
import type { Shown } from './api.ts'
import css from './letters.module.css'

interface LetterFrameProps {
  shown: Shown
  look: 'light' | 'dark'
  title: string
}

/**
 * The letter as a mail program draws it, in a sandboxed frame without scripts and working links. A form requests it
 * with POST, so that the token is in the body and in no address.
 */
export function LetterFrame({ shown, look, title }: LetterFrameProps) {
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
        <input type="hidden" ref={token} name={pageFields.token} />
        <input type="hidden" name={pageFields.look} value={look} />
        {'id' in shown ? (
          <input type="hidden" name={pageFields.id} value={shown.id} />
        ) : (
          <input type="hidden" name={pageFields.sample} value={shown.sample} />
        )}
      </form>
      <iframe className={css.frame} name={name} title={title} sandbox="" data-look={look} />
    </>
  )
}
