/** A step of a drill, done or failed. */
export interface Step {
  name: string;
  ok: boolean;
  seconds: number;
  message: string;
}

/** The longest message of an error that is kept. */
const mostCharacters = 1_000;

/** Takes the steps of a drill, and keeps what became of each. */
export class Steps {
  readonly all: Step[];
  private readonly tell: (step: Step) => void;
  private isCutOff = false;

  constructor(tell: (step: Step) => void, all: Step[] = []) {
    this.tell = tell;
    this.all = all;
  }

  get areOk(): boolean {
    return this.all.every(({ ok }) => ok);
  }

  /** Steps under way are not noted any more. @returns the steps that come after it */
  cutOff(): Steps {
    this.isCutOff = true;
    return new Steps(this.tell, this.all);
  }

  /** @param work returns what is to be said of it @returns whether it succeeded */
  async take(name: string, work: () => Promise<string>): Promise<boolean> {
    if (this.isCutOff) return false;
    return this.note(await attempt(name, work));
  }

  /** @returns whether it succeeded */
  note(step: Step): boolean {
    if (this.isCutOff) return false;
    this.all.push(step);
    this.tell(step);
    return step.ok;
  }

  secondsOf(name: string): number {
    return this.all.find((step) => step.name === name)?.seconds ?? 0;
  }
}

/** A step that is noted later. */
export async function attempt(name: string, work: () => Promise<string>): Promise<Step> {
  const begun = performance.now();
  const ended = (ok: boolean, message: string): Step => {
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    return { name, ok, seconds, message };
  };
  try {
    return ended(true, await work());
  } catch (error) {
    return ended(false, (error as Error).message.slice(0, mostCharacters));
  }
}
