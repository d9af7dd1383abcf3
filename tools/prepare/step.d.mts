export function step(title: string, command: readonly string[], options?: object): Promise<void>
export function alone<T>(work: () => Promise<T>): Promise<T>
