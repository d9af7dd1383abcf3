const data = /^(application\/([\w.]+\+)?json|text\/csv)\b/

/** Success statuses of the data API, with and without rows (sections 9.1 to 9.3 of the contract). */
const successStatuses: Readonly<Record<string, { full: readonly number[]; empty?: number }>> = {
  GET: { full: [200, 206] },
  HEAD: { full: [200, 206] },
  POST: { full: [201], empty: 201 },
  PATCH: { full: [200], empty: 204 },
  DELETE: { full: [200], empty: 204 },
}

/**
 * True if the contract lists the response's status and type for this request. Any other response comes from a proxy, a
 * login page or a maintenance page, so it says nothing about what was stored.
 */
export function isServerResponse(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  method: string,
  path: string,
): boolean {
  const type = headers.get('content-type')
  const isData = data.test(type ?? '')
  if (status >= 400) return isData
  if (path.startsWith('/rest/v1/rpc/')) return status === 204 ? type === null : isData && status === 200
  if (path.startsWith('/rest/v1/')) {
    const { full = [], empty } = successStatuses[method] ?? {}
    const hasRange = /^(\*|\d+-\d+)\/(\*|\d+)$/.test(headers.get('content-range') ?? '')
    return hasRange && (type === null ? status === empty : isData && full.includes(status))
  }
  if (path.startsWith('/mailbox/v1/files/')) return status === 200 && type === 'application/octet-stream'
  if (path === '/auth/v1/logout') return status === 204
  return isData && (status === 200 || (status === 201 && !path.startsWith('/auth/')))
}
