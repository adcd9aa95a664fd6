// A Trenza fabric as a component of a test bench: what trenza_dpi.h declares, as a package. docs/dpi.md.
//
// Link the program with libtrenza_dpi. trenza_poll() and trenza_step() change the fabric; call them where the test bench has
// its clock edge, in one process.
package trenza_dpi;

  localparam int TRENZA_ERROR = -1;

  // Opens the network and the routers of a configuration file at cycle 0; settings: "KEY=VALUE; KEY=VALUE", or "".
  // Then ask trenza_error(): it is not empty if the fabric could not be opened.
  import "DPI-C" function chandle trenza_open(input string file, input string overrides);
  import "DPI-C" function void trenza_close(input chandle fabric);
  // Why the last call that failed did; empty if none has failed.
  import "DPI-C" function string trenza_error(input chandle fabric);

  import "DPI-C" function int trenza_nodes(input chandle fabric);
  import "DPI-C" function int trenza_message_classes(input chandle fabric);
  import "DPI-C" function int trenza_max_packet_flits(input chandle fabric);
  // The cycle that is simulated next.
  import "DPI-C" function longint trenza_cycle(input chandle fabric);

  // At most so many packets of each node and class wait for the network; 0: any number. 4 at first.
  import "DPI-C" function int trenza_set_queue(input chandle fabric, input int packets);
  // 1: a packet of this class would be taken in this cycle.
  import "DPI-C" function int trenza_ready(input chandle fabric, input int node, input int message_class);
  // 1: taken, 0: the queue is full, TRENZA_ERROR: there can be no such packet.
  import "DPI-C" function int trenza_offer(input chandle fabric, input int source, input int destination, input int flits,
                                           input int message_class, input longint tag);
  // Simulates so many cycles. Returns the number of packets that arrived.
  import "DPI-C" function int trenza_step(input chandle fabric, input longint cycles);
  // Packets that have arrived and were not polled.
  import "DPI-C" function int trenza_arrived(input chandle fabric, input int node, input int message_class);
  // 1: takes the packet that arrived first, 0: there is none. Cycles of the offer, the first grant and the tail's ejection.
  import "DPI-C" function int trenza_poll(input chandle fabric, input int node, input int message_class,
                                          output int source, output int flits, output longint tag, output int hops,
                                          output longint created, output longint entered, output longint ejected);

  // 1: nothing waits or travels in the network.
  import "DPI-C" function int trenza_idle(input chandle fabric);
  // A total since cycle 0; trenza_dpi.h has the names.
  import "DPI-C" function longint trenza_counter(input chandle fabric, input string name);
  // The digest of all deliveries, as that of `trenza run`.
  import "DPI-C" function longint trenza_digest(input chandle fabric);
  import "DPI-C" function string trenza_digest_text(input chandle fabric);
  // 0: flits, packets and credits are conserved.
  import "DPI-C" function int trenza_check(input chandle fabric);

  // The whole state in a file. 0: done.
  import "DPI-C" function int trenza_save(input chandle fabric, input string file);
  import "DPI-C" function int trenza_restore(input chandle fabric, input string file);

endpackage
