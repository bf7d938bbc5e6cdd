/**
 * The press of Spin, Roll or Deal. It is made for what the player sees: it is held until the house has shown all chips
 * that are on their way, then sent once; where something else has happened meanwhile, it is sent nowhere.
 */

export class Press {
  #table;
  #connection;
  #tell;
  #changed;
  #round = 0; // the round it is meant for, while it is held
  #closes = false; // whether it ends the betting, or only opens the round
  #flying = false;
  #seen = 0; // the first state of the table in which the last command is seen

  /**
   * @param {import("./view.js").Table} table @param {import("./connection.js").Connection} connection
   * @param {(notice: import("./types.js").Notice) => void} tell @param {() => void} changed
   */
  constructor(table, connection, tell, changed) {
    [this.#table, this.#connection, this.#tell, this.#changed] = [table, connection, tell, changed];
  }

  /** Whether it was made and is not yet seen to have happened: no other is taken until then. */
  get waits() {
    return this.#round > 0 || this.#flying || (this.#table.view?.sequence ?? 0) < this.#seen;
  }

  make() {
    if (this.waits) return;
    const { between, wagered, moment } = this.#table;
    [this.#round, this.#closes] = [moment.round, !between || wagered > 0];
    this.goOn();
    this.#changed();
  }

  drop() {
    this.#round = 0;
  }

  /** At every news: send what can be sent now. With wagers standing from before, it opens the round and closes it. */
  goOn() {
    const { between, betting, moment, underway, view } = this.#table;
    if (!this.#round || this.#flying || underway.size || view.sequence < this.#seen) return;
    if (moment.round !== this.#round || !(between || betting)) return this.drop();
    if (betting || !this.#closes) this.#round = 0; // this is the last of it
    this.#send(moment);
  }

  async #send(moment) {
    this.#flying = true;
    try {
      const { sequence } = await this.#connection.send({ do: "ready", ...moment });
      this.#seen = sequence;
    } catch (refusal) {
      this.drop();
      this.#tell(refusal);
    }
    this.#flying = false;
    this.#changed();
  }
}
