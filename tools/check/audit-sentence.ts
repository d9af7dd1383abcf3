const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const

interface Audit {
  metadata?: { vulnerabilities?: Partial<Record<(typeof severities)[number], number>> }
  message?: string
  error?: { summary?: string; detail?: string; code?: string }
}

/**
 * Turns the output of `npm audit --json` into a sentence. Only a registry answer with all counts in it can say that
 * there are no advisories; any other output is reported as a registry that could not be reached.
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
