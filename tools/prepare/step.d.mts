export function step(title: string, command: readonly string[], options?: object): Promise<void>
