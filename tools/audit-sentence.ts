const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const

interface Audit {
  metadata?: { vulnerabilities?: Partial<Record<(typeof severities)[number], number>> }
  message?: string
  error?: { summary?: string; detail?: string; code?: string }
}

/**
 * What `npm audit --json` wrote, as a sentence. Only an answer of the registry with every count in it can say that nothing
 * is known; whatever else it wrote says that nobody was asked.
 */
export function auditSentence(written: string): string {
  const audit = parsed(written)
  const counts = audit.metadata?.vulnerabilities
  if (!counts || severities.some((severity) => typeof counts[severity] !== 'number')) {
    const reason = audit.error?.summary || audit.error?.code || audit.message || 'it wrote no answer'
    return `npm audit could not ask (${reason.trim()}): whether anything is known against these packages was NOT looked up`
  }
  const found = severities
    .filter((severity) => counts[severity])
    .map((severity) => `${counts[severity]} ${severity}`)
  return found.length > 0
    ? `npm audit: the registry knows of ${found.join(', ')}; "npm audit" says what and where`
    : 'npm audit: asked, and the registry knows of nothing against these packages'
}

function parsed(written: string): Audit {
  try {
    return (JSON.parse(written) ?? {}) as Audit
  } catch {
    return {}
  }
}
