/**
 * What a statement does and to what, without a value: `select private.read_metrics`, `insert into public.webhooks`. Its text is
 * not told, since a program that speaks the data API chooses parts of it.
 */
export function statementName(text: string): string {
  const bare = text.replace(/'(?:[^']|'')*'/g, '').replaceAll('"', '')
  const [, verb = 'statement'] =
    /^\s*(?:with\b[\s\S]*?\b(?=select|insert|update|delete))?(\w+)/i.exec(bare) ?? []
  const [, target] =
    /\b(?:from|into|update)\s+((?:\w+\.)?\w+)/i.exec(bare) ??
    /\b((?:private|public|auth)\.\w+)\s*\(/i.exec(bare) ??
    []
  return [verb, target]
    .filter((word) => word !== undefined)
    .join(' ')
    .toLowerCase()
    .slice(0, 80)
}
