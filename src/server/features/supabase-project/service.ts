import { judge, type Store, type StoreForm } from '#server/features/rest-writing/service.ts'
import { OtherServerAway } from '#server/lib/http/passing.ts'
import { TooManyRequests } from '#server/lib/rate-limit/too-many-requests.ts'
import type { ErrorBody } from '#shared/contract/errors.ts'
import { refusedColumns } from '#shared/contract/refused-columns.ts'

/** The Supabase project that keeps what visitors send, and its public key. */
export interface Project {
  readonly url: string
  readonly publishableKey: string
}

/** As long as the site's own program waits. */
const timeoutMs = 10_000

/** The project knows nobody's form without script but ours, so whoever it refuses hears of a minute. */
const usualWait = 60

/**
 * Passes a form that was sent without script on to the project as the visitor: with the public key, by the same request
 * that the site's program makes. It is judged here first, since a hosted project names one fault and we name all.
 */
export function storeAtProject(project: Project, store: Pick<Store, 'clock' | 'limits'>): StoreForm {
  return async (name, sent) => {
    const { faults, row } = await judge(store, name, sent)
    if (faults.length > 0) return { faults }
    const answer = await post(project, name, row)
    if (answer.ok) return { page: pageIn(project, answer.headers.get('link')) }
    if (answer.status === 429) {
      throw new TooManyRequests((Number(answer.headers.get('retry-after')) || usualWait) * 1000)
    }
    if (answer.status >= 500) throw new OtherServerAway(`the project answered ${answer.status}`)
    const { code, message, hint } = await readError(answer)
    // A form sent twice: the first one is there.
    if (code === '23505' && message.includes(`${name}_pkey`)) return { page: null }
    const refused = answer.status === 400 ? refusedColumns({ message, hint: hint ?? '' }, name) : []
    const known = refused.filter(({ column }) => Object.hasOwn(row, column))
    if (known.length > 0) return { faults: known }
    throw new Error(`the project refused a form: ${answer.status} ${code} ${message}`)
  }
}

async function post({ url, publishableKey }: Project, table: string, row: object): Promise<Response> {
  try {
    return await fetch(`${url}/rest/v1/${table}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${publishableKey}`,
        'content-type': 'application/json',
        'content-profile': 'public',
        prefer: 'return=minimal',
      },
      body: JSON.stringify(row),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (cause) {
    throw new OtherServerAway('the project does not answer', { cause })
  }
}

/** The sender's own page, where the project is a server like this one. */
function pageIn({ url }: Project, link: string | null): string | null {
  const [, path] = /^<(\/\?call=[\w.-]+)>/.exec(link ?? '') ?? []
  return path ? url + path : null
}

async function readError(answer: Response): Promise<Pick<ErrorBody, 'code' | 'message' | 'hint'>> {
  const {
    code = '',
    message = '',
    hint = null,
  } = (await answer.json().catch(() => ({}))) as Partial<ErrorBody>
  return { code, message, hint }
}
