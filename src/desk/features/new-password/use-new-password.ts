import { isAuthError } from '@supabase/supabase-js'
import { useState } from 'react'
import { authInWords } from '#desk/lib/auth-words.ts'
import { orThrow } from '#desk/lib/mutations.ts'
import { passwordRule } from '#desk/lib/server.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { ruleFault } from './rule-words.ts'

export interface NewPassword {
  password: string
  /** The present password and the code from a letter, where the server asks for them. */
  current: string
  nonce: string
}

interface State {
  isBusy: boolean
  fault: { field: keyof NewPassword | 'form'; says: string } | null
  /** What the server has asked for besides the new password. */
  asks: { current: boolean; nonce: boolean }
}

const atRest: State = { isBusy: false, fault: null, asks: { current: false, nonce: false } }

/** Sets a password. The first refusal tells which further proof the server asks for. */
export function useNewPassword(onDone: () => void) {
  const [state, setState] = useState(atRest)

  const send = async (typed: NewPassword) => {
    const says = ruleFault(typed.password, passwordRule)
    if (says) return setState({ ...state, fault: { field: 'password', says } })
    setState({ ...state, isBusy: true, fault: null })
    try {
      await change(typed)
      setState(atRest)
      onDone()
    } catch (error) {
      setState(await afterRefusal(state, error))
    }
  }
  return { ...state, send }
}

async function change({ password, current, nonce }: NewPassword): Promise<void> {
  const more = { ...(current && { current_password: current }), ...(nonce && { nonce }) }
  orThrow(await supabase.auth.updateUser({ password, ...more }))
}

async function afterRefusal({ asks }: State, error: unknown): Promise<State> {
  const code = isAuthError(error) ? error.code : undefined
  if (code === 'current_password_required') {
    const says = 'Type your present password too.'
    return { isBusy: false, asks: { ...asks, current: true }, fault: { field: 'current', says } }
  }
  if (code === 'reauthentication_needed') {
    const { error: unsent } = await supabase.auth.reauthenticate()
    if (unsent) return { isBusy: false, asks, fault: { field: 'form', says: authInWords(unsent) } }
    const says = 'You signed in a while ago. We have sent you a letter: type the code that is in it.'
    return { isBusy: false, asks: { ...asks, nonce: true }, fault: { field: 'nonce', says } }
  }
  const field = fields[code ?? ''] ?? 'form'
  return { isBusy: false, asks, fault: { field, says: authInWords(error) } }
}

const fields: Readonly<Record<string, keyof NewPassword>> = {
  weak_password: 'password',
  same_password: 'password',
  validation_failed: 'password',
  current_password_invalid: 'current',
  reauthentication_not_valid: 'nonce',
}
