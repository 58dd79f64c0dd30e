/** Named timeouts: a new one takes the place of the old one. */
import type { Environment } from "./environment";

export class Timers {
  private running: Record<string, () => void> = {};

  constructor(private environment: Environment) {}

  set(name: string, seconds: number, work: () => void): void {
    this.callOff(name);
    this.running[name] = this.environment.later(seconds, () => {
      delete this.running[name];
      work();
    });
  }

  callOff(...names: string[]): void {
    for (const name of names) {
      this.running[name]?.();
      delete this.running[name];
    }
  }

  callOffAll(): void {
    this.callOff(...Object.keys(this.running));
  }
}
