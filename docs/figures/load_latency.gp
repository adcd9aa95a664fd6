# Latency against load, from rt.dat and rtt.dat (load, mean latency) in the working directory. Called by scripts/figures.
set terminal svg size 720,420 font "sans-serif,13" background "white"
set output output
set xlabel "offered load, phits/cycle/node (uniform traffic, 16-flit packets)"
set ylabel "mean latency, cycles"
set xrange [0:0.8]
set yrange [0:160]
set key top left
set grid lc rgb "#dddddd"
set arrow from 0.49609,0 to 0.49609,160 nohead dt 2 lc rgb "#b2182b"
set arrow from 0.74706,0 to 0.74706,160 nohead dt 2 lc rgb "#2166ac"
set label "bound of RT(8)" at 0.489,8 right tc rgb "#b2182b"
set label "bound of RTT(8)" at 0.739,8 right tc rgb "#2166ac"
plot "rt.dat" with linespoints lw 2 pt 7 ps 0.6 lc rgb "#b2182b" title "RT(8): 16 x 8 torus", \
     "rtt.dat" with linespoints lw 2 pt 7 ps 0.6 lc rgb "#2166ac" title "RTT(8): the same links, twisted"
