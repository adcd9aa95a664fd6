// Network interface of a flit-level router: the source, which fills the VCs of the local input port flit by flit, and the
// registers of the ejection ports. The queues of the source have no bound and are outside.
//
// Ports    clk, reset
//          queued       bit c*SHOWN + k: packet k of the queue of class c is there; the next ones mean something only then,
//                       and hold until it begins
//          packet       [(c*SHOWN + k)*32 +: 32]: its identity
//          flits        [.. *16 +: 16]: its length
//          first_header [.. *64 +: 64]: its header
//          taken        bit v: a packet begins in VC v in this cycle. Those of a class leave its queue at the edge
//          first        [v*8 +: 8]: with taken, the number of that packet in its queue
//          out_{valid, vc, flit, header}  the flit that the source sends in this cycle; combinational from the queues
//          credit       bit v: local input VC v returns a credit in this cycle
//          eject_valid, eject_flit    bit e, [e*64 +: 64]: flit that crosses to ejection port e in this cycle
//          ejected, ejected_flit      likewise, EJECTION_DELAY cycles later; registered
// Latency  a packet that is queued in cycle t can be sent in t; a credit of t can be used in t + 1.
// Reset    fills the credits; no packet is in progress.
// Needs    no more credits back than were used.
// verilator lint_off DECLFILENAME
module trenza_worm_network_interface #(
    parameter int CLASSES = 1,
    parameter int CLASS_VCS = 4,
    parameter int DEPTH = 8,  // flits of each local input VC
    parameter bit ATOMIC = 1'b0,  // a packet takes a VC of which all credits are home
    parameter logic [trenza_pkg::NAME_BITS-1:0] INJECTION = "side_by_side",  // or "one_at_a_time"
    parameter int EJECTORS = 1,
    parameter int EJECTION_DELAY = 1,  // cycles, at least 1
    localparam int SHOWN = INJECTION == "side_by_side" ? CLASS_VCS : 1,  // packets of each queue
    localparam int VCS = CLASSES * CLASS_VCS
) (
    input  logic                        clk,
    input  logic                        reset,
    input  logic [   CLASSES*SHOWN-1:0] queued,
    input  logic [CLASSES*SHOWN*32-1:0] packet,
    // verilator lint_off UNUSED
    // Lengths have 14 bits; the word of credits is 32 bits wide, however many VCs there are.
    input  logic [CLASSES*SHOWN*16-1:0] flits,
    input  logic [                31:0] credit,
    // verilator lint_on UNUSED
    input  logic [CLASSES*SHOWN*64-1:0] first_header,
    output logic [             VCS-1:0] taken,
    output logic [           VCS*8-1:0] first,
    output logic                        out_valid,
    output logic [                31:0] out_vc,
    output trenza_pkg::flit_t           out_flit,
    output trenza_pkg::header_t         out_header,
    input  logic [        EJECTORS-1:0] eject_valid,
    input  logic [     EJECTORS*64-1:0] eject_flit,
    output logic [        EJECTORS-1:0] ejected,
    output logic [     EJECTORS*64-1:0] ejected_flit
);
  localparam bit ONE_AT_A_TIME = INJECTION == "one_at_a_time";
  localparam int CREDIT_BITS = $clog2(DEPTH + 1);
  localparam int WORD = 124;  // of a VC, for the flit that is sent: packet, length, position, credits left, header
  localparam logic [4:0] LAST_VC = 5'(CLASS_VCS - 1);

  // Which VCs packets take.
  logic [          VCS-1:0] busy;
  logic [          VCS-1:0] credited;
  logic [          VCS-1:0] usable;
  logic [    CLASSES*5-1:0] last;  // of a class: the VC that was last taken
  // verilator lint_off UNUSED
  logic                     last_class;  // ONE_AT_A_TIME, two classes: of the packet that began last
  // verilator lint_on UNUSED
  logic [CLASSES-1:0]       may_begin;  // a class

  // Of a class: whether VC u takes a packet, and (above them) its number in the queue, and the last VC taken.
  localparam int BEGUN = CLASS_VCS * 9 + 5;
  function automatic logic [BEGUN-1:0] begun_of(input logic [CLASS_VCS-1:0] may_take, input logic [SHOWN-1:0] waits,
                                                input logic [4:0] last_taken);
    logic [CLASS_VCS-1:0] takes;
    logic [CLASS_VCS*8-1:0] numbers;
    logic [4:0] vc;
    logic [4:0] most;
    logic [4:0] count;
    takes = '0;
    numbers = '0;
    count = '0;
    most = last_taken;
    vc = last_taken;
    for (int k = 0; k < CLASS_VCS; k++) begin
      vc = vc == LAST_VC ? 5'd0 : vc + 5'd1;
      for (int u = 0; u < CLASS_VCS; u++) begin
        if (5'(u) == vc && may_take[u] && 32'(count) < SHOWN && |(waits >> count)) begin
          takes[u] = 1'b1;
          numbers[u*8+:8] = {3'd0, count};
          most = vc;
          count = count + 5'd1;
        end
      end
    end
    begun_of = {most, numbers, takes};
  endfunction

  function automatic logic [VCS-1:0] lowest_of(input logic [VCS-1:0] set);
    lowest_of = set & (~set + VCS'(1));
  endfunction

  logic [CLASSES*5-1:0] next_last;
  generate
    if (INJECTION != "side_by_side" && INJECTION != "one_at_a_time") begin : unknown
      trenza_unknown_injection unknown ();
    end
    for (genvar c = 0; c < CLASSES; c++) begin : class_
      logic [BEGUN-1:0] begun;

      assign begun = begun_of(may_begin[c] ? usable[c*CLASS_VCS+:CLASS_VCS] : '0, queued[c*SHOWN+:SHOWN], last[c*5+:5]);
      assign taken[c*CLASS_VCS+:CLASS_VCS] = begun[0+:CLASS_VCS];
      assign first[c*CLASS_VCS*8+:CLASS_VCS*8] = begun[CLASS_VCS+:CLASS_VCS*8];
      assign next_last[c*5+:5] = begun[BEGUN-1-:5];
    end
    if (!ONE_AT_A_TIME) begin : all
      assign may_begin = '1;
    end else if (CLASSES == 1) begin : alone
      assign may_begin = busy == '0;
    end else begin : turns
      logic [1:0] ready;  // classes with a packet and a VC for it
      logic       turn;  // the class that begins, if it can

      assign ready[0] = queued[0] && usable[CLASS_VCS-1:0] != '0;
      assign ready[1] = queued[1] && usable[2*CLASS_VCS-1:CLASS_VCS] != '0;
      assign turn = !last_class;
      assign may_begin[0] = busy == '0 && (!turn || !ready[1]);
      assign may_begin[1] = busy == '0 && (turn || !ready[0]);
    end
  endgenerate

  // Which VC sends.
  logic [         VCS-1:0] may_send;
  logic [         VCS-1:0] from_pointer;  // those at or after the pointer
  logic [         VCS-1:0] pointer;  // one bit: the VC that sends first
  logic [         VCS-1:0] sends;
  logic [         VCS-1:0] after;  // the VC after it
  logic [VCS*WORD-1:0]     words;
  logic [        WORD-1:0] word;

  assign may_send = (busy | taken) & credited;
  assign from_pointer = may_send & ~(pointer - VCS'(1));
  assign sends = lowest_of(from_pointer != '0 ? from_pointer : may_send);
  generate
    if (VCS > 1) begin : several
      assign after = {sends[VCS-2:0], sends[VCS-1]};
    end else begin : one
      assign after = sends;
    end
  endgenerate

  function automatic logic [WORD-1:0] chosen(input logic [VCS*WORD-1:0] all_words, input logic [VCS-1:0] which);
    chosen = '0;
    for (int v = 0; v < VCS; v++) if (which[v]) chosen = chosen | all_words[v*WORD+:WORD];
  endfunction
  function automatic logic [31:0] number_of(input logic [VCS-1:0] which);
    number_of = '0;
    for (int v = 0; v < VCS; v++) if (which[v]) number_of = number_of | 32'(v);
  endfunction

  trenza_pkg::packet_t sent_packet;
  trenza_pkg::length_t sent_length;
  trenza_pkg::length_t sent_position;
  assign word = chosen(words, sends);
  assign {out_header, sent_position, sent_length, sent_packet} = word;
  assign out_valid = sends != '0;
  assign out_vc = number_of(sends);
  assign out_flit = trenza_pkg::make_flit(sent_packet, sent_length, sent_position, sent_position == '0,
                                          sent_position + 14'd1 == sent_length);

  generate
    for (genvar v = 0; v < VCS; v++) begin : vc
      localparam int CLASS = v / CLASS_VCS;
      trenza_pkg::packet_t    held_packet;
      trenza_pkg::length_t    held_length;
      trenza_pkg::header_t    held_header;
      trenza_pkg::length_t    left;  // flits that are not sent
      logic [CREDIT_BITS-1:0] credits;
      // Of the packet that begins here, or is in progress.
      trenza_pkg::packet_t    packet_here;
      trenza_pkg::length_t    length_here;
      trenza_pkg::header_t    header_here;
      trenza_pkg::length_t    left_here;
      logic [            7:0] number;

      assign busy[v] = left != '0;
      assign credited[v] = credits != '0;
      assign usable[v] = !busy[v] && (ATOMIC ? credits == CREDIT_BITS'(DEPTH) : credited[v]);
      assign number = first[v*8+:8];
      assign packet_here = taken[v] ? packet_of_queue(packet[CLASS*SHOWN*32+:SHOWN*32], number) : held_packet;
      assign length_here = taken[v] ? length_of_queue(flits[CLASS*SHOWN*16+:SHOWN*16], number) : held_length;
      assign header_here = taken[v] ? header_of_queue(first_header[CLASS*SHOWN*64+:SHOWN*64], number) : held_header;
      assign left_here = taken[v] ? length_here : left;
      assign words[v*WORD+:WORD] = {header_here, length_here - left_here, length_here, packet_here};

      always_ff @(posedge clk) begin
        held_packet <= packet_here;
        held_length <= length_here;
        held_header <= header_here;
        if (reset) begin
          left <= '0;
          credits <= CREDIT_BITS'(DEPTH);
        end else begin
          left <= left_here - 14'(sends[v]);
          credits <= credits + CREDIT_BITS'(credit[v]) - CREDIT_BITS'(sends[v]);
        end
      end
    end
  endgenerate

  function automatic logic [31:0] packet_of_queue(input logic [SHOWN*32-1:0] queue, input logic [7:0] number);
    packet_of_queue = '0;
    for (int k = 0; k < SHOWN; k++) if (8'(k) == number) packet_of_queue = queue[k*32+:32];
  endfunction
  function automatic logic [13:0] length_of_queue(input logic [SHOWN*16-1:0] queue, input logic [7:0] number);
    length_of_queue = '0;
    for (int k = 0; k < SHOWN; k++) if (8'(k) == number) length_of_queue = queue[k*16+:14];
  endfunction
  function automatic logic [63:0] header_of_queue(input logic [SHOWN*64-1:0] queue, input logic [7:0] number);
    header_of_queue = '0;
    for (int k = 0; k < SHOWN; k++) if (8'(k) == number) header_of_queue = queue[k*64+:64];
  endfunction

  always_ff @(posedge clk) begin
    if (reset) begin
      last <= {CLASSES{LAST_VC}};
      last_class <= CLASSES == 2;
      pointer <= VCS'(1);
    end else begin
      last <= next_last;
      if (taken != '0) last_class <= CLASSES == 2 && taken[VCS-1-:CLASS_VCS] != '0;
      if (out_valid) pointer <= after;
    end
  end

  // The ejection ports.
  generate
    for (genvar e = 0; e < EJECTORS; e++) begin : ejector
      logic [   EJECTION_DELAY-1:0] valid;  // the newest stage lowest
      logic [EJECTION_DELAY*64-1:0] stages;

      if (EJECTION_DELAY > 1) begin : pipeline
        always_ff @(posedge clk) begin
          valid <= reset ? '0 : {valid[EJECTION_DELAY-2:0], eject_valid[e]};
          stages <= {stages[(EJECTION_DELAY-1)*64-1:0], eject_flit[e*64+:64]};
        end
      end else begin : single
        always_ff @(posedge clk) begin
          valid <= eject_valid[e] && !reset;
          stages <= eject_flit[e*64+:64];
        end
      end
      assign ejected[e] = valid[EJECTION_DELAY-1];
      assign ejected_flit[e*64+:64] = stages[(EJECTION_DELAY-1)*64+:64];
    end
  endgenerate
endmodule
