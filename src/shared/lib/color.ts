export const signalTokens = (hex: string): string => `@media (forced-colors:none){:root{--signal:${hex}}}`
